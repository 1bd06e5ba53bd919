// Return the legal targets, cards and buttons of a table that nobody can tap, even after scrolling, and texts that leave their line.
() => {
  const describe = (e) => `${e.tagName.toLowerCase()} “${(e.getAttribute('aria-label') ?? e.textContent).trim().slice(0, 60)}”`
  const problems = []
  if (document.documentElement.scrollWidth > innerWidth) problems.push('scrolls sideways')
  for (const e of document.querySelectorAll('main [data-legal], main [data-card], main [data-pile], main [data-action]')) {
    if (!e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) || e.closest('[inert]')) continue
    e.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const box = e.getBoundingClientRect()
    // Cards in a fan cover each other, except their upper left corners. The light bulb covers the right end of a tip.
    const parts = e.matches('[data-card], [data-action=tip]') ? [0.15] : [0.15, 0.5, 0.85]
    const covering = parts.map((part) => document.elementFromPoint(box.left + box.width * part, box.top + box.height * part)).find((top) => !top || !(e.contains(top) || top.contains(e)))
    if (covering !== undefined) problems.push(`${describe(e)} is ${covering ? `under ${describe(covering)}` : 'outside the window'}`)
  }
  for (const e of document.querySelectorAll('main [data-tip] > span, main [data-status] > span')) {
    if (e.offsetHeight > e.parentElement.offsetHeight + 2) problems.push(`${describe(e)} leaves its line`)
  }
  return problems
}
