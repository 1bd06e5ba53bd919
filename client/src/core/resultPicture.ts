/** Draw a picture with the result of a game, which players can share or save. */

export interface PictureContent {
  readonly title: string
  readonly headline: string
  /** The name and the points of each player, the winner first. */
  readonly lines: readonly { readonly name: string; readonly points: string; readonly winner: boolean }[]
  readonly date: string
}

const WIDTH = 1080
const MARGIN = 72
const LINE = 104

/** Return a PNG with the title, the headline, and the points of each player. */
export async function drawResultPicture(content: PictureContent): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const colours = getComputedStyle(document.documentElement)
  const colour = (name: string) => colours.getPropertyValue(name).trim()
  canvas.width = WIDTH
  canvas.height = 420 + content.lines.length * LINE
  const pen = canvas.getContext('2d')!
  pen.fillStyle = colour('--ground')
  pen.fillRect(0, 0, WIDTH, canvas.height)
  pen.textBaseline = 'middle'

  const write = (text: string, size: number, x: number, y: number, { bold = false, right = false, room = WIDTH - 2 * MARGIN } = {}) => {
    pen.font = `${bold ? 700 : 400} ${size}px system-ui, sans-serif`
    pen.textAlign = right ? 'right' : 'left'
    pen.fillText(text, x, y, room) // `fillText` narrows a text that is too long.
  }
  pen.fillStyle = colour('--soft')
  write(content.title, 44, MARGIN, 90)
  pen.fillStyle = colour('--ink')
  write(content.headline, 72, MARGIN, 190, { bold: true })
  content.lines.forEach(({ name, points, winner }, n) => {
    const y = 310 + n * LINE
    pen.fillStyle = colour(winner ? '--accent' : '--surface')
    pen.beginPath()
    pen.roundRect(MARGIN - 24, y - LINE / 2 + 6, WIDTH - 2 * MARGIN + 48, LINE - 12, 24)
    pen.fill()
    pen.fillStyle = colour(winner ? '--on-accent' : '--ink')
    write(name, 52, MARGIN, y, { bold: winner, room: 700 })
    write(points, 60, WIDTH - MARGIN, y, { bold: true, right: true, room: 200 })
  })
  pen.fillStyle = colour('--soft')
  write(`Trapezi · ${content.date}`, 36, MARGIN, canvas.height - 60)
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser made no picture')))))
}

/** Offer a picture to the device's share menu. If there is none, save the picture as a file. */
export async function shareOrSave(picture: Blob, name: string): Promise<void> {
  const file = new File([picture], name, { type: picture.type })
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => undefined)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(picture)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
