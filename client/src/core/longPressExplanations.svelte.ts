/** Explain elements of the screen: a long press, or a tap after the button "?", says what an element is and what it would do. */
import type { Attachment } from 'svelte/attachments'
import type { Params } from './i18n.svelte'

const LONG_PRESS = 500 // the milliseconds of a long press
const TOLERANCE = 10 // the pixels that a finger may move during a long press

/** Whether the next tap explains an element instead of using it. */
export const explaining = $state({ on: false })

/** Return attributes that give an element an explanation, the message of a key: `<div {...explains('some.explain.key')}>`. */
export const explains = (key: string, params: Params = {}): { 'data-explain': string; 'data-explain-params': string } => ({
  'data-explain': key,
  'data-explain-params': JSON.stringify(params),
})

/** Return a Svelte attachment for the board, which calls `show` with the explanation of an element in it. */
export function explainOnLongPress(show: (key: string, params: Params) => void): Attachment<HTMLElement> {
  return (root) => {
    let timer = 0
    let from: PointerEvent | null = null
    let explained = false // whether the click that follows a long press must be ignored

    function explain(target: EventTarget | null): boolean {
      const element = (target as Element | null)?.closest<HTMLElement>('[data-explain]')
      if (!element) return false
      show(element.dataset['explain']!, JSON.parse(element.dataset['explainParams'] ?? '{}') as Params)
      return true
    }
    const cancel = (): void => clearTimeout(timer)
    const onDown = (event: PointerEvent): void => {
      cancel()
      explained = false
      from = event
      timer = window.setTimeout(() => (explained = explain(event.target)), LONG_PRESS)
    }
    const onMove = (event: PointerEvent): void => {
      if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > TOLERANCE) cancel()
    }
    const onClick = (event: MouseEvent): void => {
      if (explaining.on) {
        explaining.on = false
        if (!explain(event.target)) show('client.no-explanation', {})
      } else if (!explained) return
      explained = false
      event.preventDefault()
      event.stopPropagation()
    }
    const onContextMenu = (event: Event): void => {
      if ((event.target as Element).closest('[data-explain]')) event.preventDefault() // A long press must not open the browser's menu.
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === '?') explain(event.target)
    }
    root.addEventListener('pointerdown', onDown)
    root.addEventListener('pointermove', onMove)
    root.addEventListener('pointerup', cancel)
    root.addEventListener('pointercancel', cancel)
    root.addEventListener('click', onClick, true)
    root.addEventListener('contextmenu', onContextMenu)
    root.addEventListener('keydown', onKey)
    return () => {
      cancel()
      root.removeEventListener('pointerdown', onDown)
      root.removeEventListener('pointermove', onMove)
      root.removeEventListener('pointerup', cancel)
      root.removeEventListener('pointercancel', cancel)
      root.removeEventListener('click', onClick, true)
      root.removeEventListener('contextmenu', onContextMenu)
      root.removeEventListener('keydown', onKey)
    }
  }
}
