/** Copy a text to the clipboard. Without https there is no `navigator.clipboard`, so the text is selected and copied like typed text. */
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
  field.readOnly = true // Focusing a read-only field opens no keyboard on a phone.
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
