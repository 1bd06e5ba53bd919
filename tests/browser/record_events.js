// Add up the layout shifts that follow no tap, and record what is said about the others' moves, by entry of the history.
() => {
  window.shift = 0
  window.said = {}
  new PerformanceObserver((list) => list.getEntries().forEach((each) => (window.shift += each.hadRecentInput ? 0 : each.value)))
    .observe({ type: 'layout-shift' })
  const record = () => document.querySelectorAll('[data-happened]').forEach((each) =>
    each.dataset.happened.split(' ').forEach((n) => (window.said[n] = [Number(each.dataset.seat), each.textContent])))
  new MutationObserver(record).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
}
