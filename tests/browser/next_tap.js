// Return the next tap of a random player, ['tap', x, y, html], or the reason why there is none: ['wait'], ['end'] or ['hidden', ...].
(pick) => {
  const isUsable = (e) => e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !e.disabled && e.getAttribute('aria-disabled') !== 'true'
  if (document.querySelector('[data-end]')) return ['end']
  const away = document.querySelector('[data-away] [data-action=go-on]')
  const hand = away ?? document.querySelector('[data-action=ready]')
  const asked = document.querySelector('[data-asked]')
  if (!hand && !asked) return ['wait']
  const sendable = [...document.querySelectorAll('[data-action=done], [data-action=end]')].filter(isUsable)
  const legal = hand ? [hand] : [...document.querySelectorAll('[data-legal]')].filter(isUsable).filter((e) => !sendable.includes(e))
  const from = sendable.length && (pick[0] < 0.8 || !legal.length) ? sendable : legal
  if (!from.length) return ['wait']
  const chosen = from[Math.floor(pick[1] * from.length)]
  chosen.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const box = chosen.getBoundingClientRect()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const hit = document.elementFromPoint(x, y)
  if (!hit || !(chosen === hit || chosen.contains(hit))) return ['hidden', chosen.outerHTML.slice(0, 200), hit ? hit.outerHTML.slice(0, 200) : '']
  return ['tap', x, y, chosen.outerHTML.slice(0, 160)]
}
