// Return what a player needs for a decision but cannot see: legal targets, cards and buttons that are outside the window or covered.
// Cards in a fan may cover each other, except their upper left corners.
() => {
  if (!document.querySelector('[data-asked]')) return [] // Nobody has to decide, for example because the game has ended.
  const describe = (e) => (e.getAttribute('aria-label') ?? e.textContent).trim().slice(0, 60)
  const isCovered = (e, x, y, fan) => {
    const top = document.elementFromPoint(x, y)
    return !top || !(e === top || e.contains(top) || top.contains(e) || (fan && top.closest('[data-card]')))
  }
  return [...document.querySelectorAll('[data-legal], [data-card], [data-pile], [data-goal], [data-place^=display], [data-action=done], [data-action=end], [data-action=pass]')]
    .filter((e) => e.checkVisibility() && !e.closest('[inert]'))
    .filter((e) => {
      const box = e.getBoundingClientRect()
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) return true
      return [0.15, 0.5, 0.85].some((part) => isCovered(e, box.left + box.width * part, box.top + box.height * part, part > 0.15 && e.matches('[data-card]')))
    })
    .map(describe)
}
