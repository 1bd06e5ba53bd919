// Return what is wrong with the layout, as sentences.
() => {
  const problems = []
  const name = (e) => `${e.tagName.toLowerCase()}.${e.className?.baseVal ?? e.className} “${(e.getAttribute('aria-label') ?? e.textContent ?? '').trim().slice(0, 40)}”`
  const isVisible = (e) => e.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && !e.closest('.unseen, [inert]')
  if (document.documentElement.scrollWidth > innerWidth) problems.push(`scrolls sideways: ${document.documentElement.scrollWidth} > ${innerWidth}`)
  const top = document.querySelector('dialog[open]') ?? document.body
  for (const e of top.querySelectorAll('*')) {
    if (!isVisible(e) || e.closest('svg')) continue
    const box = e.getBoundingClientRect()
    const text = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())
    if (text && box.width && (box.left < -1 || box.right > innerWidth + 1)) problems.push(`beyond the edge: ${name(e)}`)
    const style = getComputedStyle(e)
    if (text && !e.closest('[data-name]') && style.overflowX !== 'visible' && style.overflowX !== 'auto' && e.scrollWidth > e.clientWidth + 1) problems.push(`clipped: ${name(e)}`)
    if (text && style.overflowY === 'hidden' && e.scrollHeight > e.clientHeight + 2) problems.push(`cut off below: ${name(e)}`)
  }
  for (const e of top.querySelectorAll('button, a[href], select, input:not([type=hidden]), summary, [role=button]')) {
    if (!isVisible(e) || e.matches('.picture:disabled') || (e.matches('a') && e.closest('p, li:not(:has(> a:only-child)), td'))) continue
    const target = e.matches('[type=checkbox], [type=radio]') ? e.closest('label') ?? e : e
    const box = target.getBoundingClientRect()
    if (box.width && (box.width < 43.5 || box.height < 43.5)) problems.push(`too small to tap: ${name(e)} ${Math.round(box.width)}×${Math.round(box.height)}`)
  }
  return [...new Set(problems)].slice(0, 12)
}
