/** Keep the screen on where the browser supports it. Call the returned function to stop. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | null = null
  let ended = false
  async function request() {
    if (ended || document.visibilityState === 'hidden' || !('wakeLock' in navigator)) return
    const granted = await navigator.wakeLock.request('screen').catch(() => null) // refused on a low battery
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
