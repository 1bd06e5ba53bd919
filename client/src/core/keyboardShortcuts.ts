/**
 * Let keys press buttons. A button declares its key with `aria-keyshortcuts="D"`, and shows the key while the keyboard is used
 * (`style/base.css`).
 */
import { settings } from './settings.svelte'

const isUsable = (element: HTMLElement): boolean => element.checkVisibility() && !element.matches(':disabled, [aria-disabled=true], [inert] *')

function onKeyDown(event: KeyboardEvent): void {
  document.documentElement.dataset['keyboard'] = ''
  const typing = (event.target as Element).closest('input, select, textarea')
  if (!settings.shortcuts || typing || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return
  const area = document.querySelector('dialog[open]') ?? document
  const button = [...area.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(event.key.toUpperCase())}"]`)].find(isUsable)
  if (!button) return
  event.preventDefault()
  button.focus()
  button.click()
}

const hideKeys = (): void => void delete document.documentElement.dataset['keyboard']

/** Let keys press buttons, and return a function that stops this. */
export function enableShortcuts(): () => void {
  addEventListener('keydown', onKeyDown)
  addEventListener('pointerdown', hideKeys)
  return () => {
    removeEventListener('keydown', onKeyDown)
    removeEventListener('pointerdown', hideKeys)
  }
}
