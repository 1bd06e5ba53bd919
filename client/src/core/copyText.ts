/** Copy a text to the clipboard. On plain http a browser has no `navigator.clipboard`, so the text is selected and copied instead. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

/** Copy a text by selecting it in a field. The field is put into the open dialog, because everything outside a modal dialog is inert. */
function copySelection(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  field.readOnly = true // A phone then opens no keyboard.
  const parent = document.querySelector('dialog[open]') ?? document.body
  parent.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    focused?.focus({ preventScroll: true })
  }
}
