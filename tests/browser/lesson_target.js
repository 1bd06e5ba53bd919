// Scroll the first visible element of a selector, or the place named `place`, into view. Return where to tap on it, or null.
({ selector, place }) => {
  const isUsable = (e) => e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !e.disabled && !e.closest('[inert]')
  const atPlace = (e) => (e.matches('[data-legal]') ? e : (e.closest('[data-legal]') ?? e.querySelector('[data-legal]') ?? e.closest('button')))
  const found = place === undefined ? [...document.querySelectorAll(selector)] : [...document.querySelectorAll(`[data-place="${CSS.escape(place)}"]`)].map(atPlace).filter(Boolean)
  const target = found.find(isUsable)
  if (!target) return null
  target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const box = target.getBoundingClientRect()
  return [box.x + box.width / 2, box.y + box.height / 2]
}
