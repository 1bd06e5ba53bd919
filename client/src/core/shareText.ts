/** Share a text through the device's share menu or the clipboard. On plain http, browsers have neither. */
export async function shareText(text: string): Promise<'shared' | 'copied' | 'failed'> {
  if (navigator.share) {
    await navigator.share({ text }).catch(() => undefined)
    return 'shared'
  }
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return copySelection(text) ? 'copied' : 'failed'
  }
}

/** Copy a text by selecting it, which works without a secure context. */
function copySelection(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  document.body.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } finally {
    field.remove()
  }
}
