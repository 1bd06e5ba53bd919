/** The arrangements of the table screen, as media queries. `screens/table/GameScreen.svelte` has the same ones in CSS. */
import { MediaQuery } from 'svelte/reactivity'

/** A tablet in landscape, a laptop or a desktop: opponents, history and chat are in a column beside the board. */
export const wideScreen = new MediaQuery('(min-width: 56.25rem) and (min-height: 32.5625rem)')
/** A phone upright: the others' boards are one swipe away. */
export const phoneScreen = new MediaQuery('(max-width: 43.74875rem) and (orientation: portrait)')
