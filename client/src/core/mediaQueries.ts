/** The media queries that choose the arrangement of the table screen. `screens/table/GameScreen.svelte` has the same queries in CSS. */
import { MediaQuery } from 'svelte/reactivity'

/** The screen of a tablet in landscape, a laptop or a desktop, where a column beside the board has opponents, history and chat. */
export const wideScreen = new MediaQuery('(min-width: 56.25rem) and (min-height: 32.5625rem)')
/** The screen of a phone held upright, where the others' boards are one swipe away. */
export const phoneScreen = new MediaQuery('(max-width: 43.74875rem) and (orientation: portrait)')
