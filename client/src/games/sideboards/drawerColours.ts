/** The five colours of drawers, with the text colour on each (contrast AA or better). They are the same in both themes. */
import type { Colour } from './view'

export const DRAWER_COLOURS: Readonly<Record<Colour, { readonly ground: string; readonly ink: string }>> = {
  red: { ground: '#b52a24', ink: '#ffffff' },
  turquoise: { ground: '#0d7c84', ink: '#ffffff' },
  pink: { ground: '#f2a9c4', ink: '#3d0f22' },
  orange: { ground: '#ee8b26', ink: '#331a00' },
  black: { ground: '#2c2a2b', ink: '#ffffff' },
}

/** Return the strokes of a texture of a given width. Pink has dots, which are wider strokes with round ends. */
export const textureStroke = (colour: string, width: number) => ({
  fill: 'none',
  'stroke-width': colour === 'pink' ? width + 2 : width,
  'stroke-linecap': colour === 'pink' ? 'round' : 'butt',
}) as const

/** The texture of each colour as a path, on a drawer of 38 × 26 centred at (0, 0). */
export const DRAWER_TEXTURES: Readonly<Record<Colour, string>> = {
  red: 'M-19 3L-9-13M-14 13L2-13M-3 13L13-13M8 13L19-5',
  turquoise: 'M-19-8q4.75-4 9.5 0t9.5 0 9.5 0 9.5 0M-19 0q4.75-4 9.5 0t9.5 0 9.5 0 9.5 0M-19 8q4.75-4 9.5 0t9.5 0 9.5 0 9.5 0',
  pink: 'M-14-7h.1M-5-7h.1M5-7h.1M14-7h.1M-14 7h.1M-5 7h.1M5 7h.1M14 7h.1M-18 0h.1M-9.5 0h.1M9.5 0h.1M18 0h.1',
  orange: 'M-15-13V13M-9-13V13M-3-13V13M3-13V13M9-13V13M15-13V13',
  black: 'M-19-5L-11-13M-19 5L-11 13M19-5L11-13M19 5L11 13',
}
