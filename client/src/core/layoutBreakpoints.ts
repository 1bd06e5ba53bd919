/** The media queries that decide the layout of the game screen. `screens/table/GameScreen.svelte` repeats them in CSS. */
import { MediaQuery } from 'svelte/reactivity'

/** Matches a tablet in landscape, a laptop or a desktop. Opponents, history and chat are then in a column beside the board. */
export const wideScreen = new MediaQuery('(min-width: 56.25rem) and (min-height: 32.5625rem)')
/** Matches a phone in portrait. The boards of the other players are then one swipe away. */
export const phoneScreen = new MediaQuery('(max-width: 43.74875rem) and (orientation: portrait)')
