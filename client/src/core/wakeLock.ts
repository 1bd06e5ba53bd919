/** Keep the screen on if the browser supports this, and return a function that stops it. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null
  let ended = false
  async function request() {
    if (ended || document.visibilityState === 'hidden' || !('wakeLock' in navigator)) return
    const granted = await navigator.wakeLock.request('screen').catch(() => null) // The browser refuses, for example when the battery is low.
    if (ended) void granted?.release()
    else lock = granted
  }
  document.addEventListener('visibilitychange', request)
  void request()
  return () => {
    ended = true
    document.removeEventListener('visibilitychange', request)
    void lock?.release()
  }
}
