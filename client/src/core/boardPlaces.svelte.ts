/**
 * Turn elements of the board into places: elements with a name, such as `sheet 1 cell 12`. A place has the attribute
 * `data-changed` if a move has changed it, and an animation can show something moving from one place to another.
 * The entry of seat 1 in the list of players is the place `seat 1`.
 */
import { getContext, setContext, tick } from 'svelte'
import type { Attachment } from 'svelte/attachments'

const CONTEXT = Symbol('places')

interface MarkedPlaces {
  readonly changed: () => ReadonlySet<string>
  readonly pointed: () => ReadonlySet<string>
}
const NONE: ReadonlySet<string> = new Set()

/** Tell all child components which places are marked as changed, and which places a lesson points at. */
export const provideChangedPlaces = (changed: () => ReadonlySet<string>, pointed = () => NONE): void =>
  void setContext<MarkedPlaces>(CONTEXT, { changed, pointed })

/** Return a function that makes an element a place: `const place = usePlaces()`, then `<div {@attach place('pile 2')}>`. */
export function usePlaces(): (name: string) => Attachment<Element> {
  const marked = getContext<MarkedPlaces | undefined>(CONTEXT)
  return (name) => (element) => {
    element.setAttribute('data-place', name)
    $effect(() => void element.toggleAttribute('data-changed', marked?.changed().has(name) ?? false))
    $effect(() => void element.toggleAttribute('data-pointed', marked?.pointed().has(name) ?? false))
  }
}

/** Something that moves from one place of the board to another. */
export interface Travel {
  readonly from: string
  readonly to: string
}

let running: Animation[] = []

/** End all running animations, so that everything is in its final place. */
export function endTravels(): void {
  for (const animation of running) animation.finish()
  running = []
}

const findPlace = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[data-place="${CSS.escape(name)}"]`)].find((element) => element.checkVisibility() && !element.closest('[inert]'))

/** Let each element at a destination slide there from its origin, unless the player has switched motion off. */
export async function showTravels(travels: readonly Travel[], duration: number): Promise<void> {
  if (!travels.length || document.documentElement.dataset['motion'] === 'off') return
  await tick()
  for (const { from, to } of travels) {
    const [source, target] = [findPlace(from), findPlace(to)]
    if (!source || !target) continue
    const [start, end] = [source.getBoundingClientRect(), target.getBoundingClientRect()]
    const shift = `translate(${start.x + start.width / 2 - end.x - end.width / 2}px, ${start.y + start.height / 2 - end.y - end.height / 2}px)`
    const scale = Math.min(1, Math.max(0.3, start.width / (end.width || 1)))
    const animation = target.animate([{ transform: `${shift} scale(${scale})`, zIndex: 5 }, { transform: 'none', zIndex: 5 }], { duration, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' })
    running = [...running.filter(({ playState }) => playState === 'running'), animation]
  }
}
