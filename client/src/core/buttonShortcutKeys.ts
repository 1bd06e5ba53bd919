/**
 * Let single keys press buttons. A button declares its key with `aria-keyshortcuts="D"`. While the player uses the keyboard, buttons
 * show their keys (`style/base.css`).
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

/** Listen for shortcut keys, and return a function that stops listening. */
export function enableShortcuts(): () => void {
  addEventListener('keydown', onKeyDown)
  addEventListener('pointerdown', hideKeys)
  return () => {
    removeEventListener('keydown', onKeyDown)
    removeEventListener('pointerdown', hideKeys)
  }
}
