// Record all layout shifts that no tap has caused, and the sentences that the page shows about the moves of other players.
() => {
  window.shift = 0
  window.largestAfterTap = 0
  window.moved = []
  const describe = ({ node, previousRect: from, currentRect: to }) => `${node?.outerHTML?.slice(0, 80) ?? node?.textContent} from ${[from.x, from.y, from.width, from.height].map(Math.round)} to ${[to.x, to.y, to.width, to.height].map(Math.round)}`
  window.said = {}
  const add = (each) => {
    if (each.hadRecentInput) return void (window.largestAfterTap = Math.max(window.largestAfterTap, each.value))
    window.shift += each.value
    window.moved.push(...each.sources.map(describe))
  }
  new PerformanceObserver((list) => list.getEntries().forEach(add))
    .observe({ type: 'layout-shift' })
  const record = () => document.querySelectorAll('[data-happened]').forEach((each) =>
    each.dataset.happened.split(' ').forEach((n) => (window.said[n] = [Number(each.dataset.seat), each.textContent])))
  new MutationObserver(record).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
}
