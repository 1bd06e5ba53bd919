/** Keeps the screen on while a game is looked at, where the browser can; gives it free when called. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let ended = false
  async function hold() {
    if (ended || document.visibilityState === 'hidden' || !('wakeLock' in navigator)) return
    const held = await navigator.wakeLock.request('screen').catch(() => null) // a low battery may refuse
    if (ended) void held?.release()
    else lock = held
  }
  document.addEventListener('visibilitychange', hold)
  void hold()
  return () => {
    ended = true
    document.removeEventListener('visibilitychange', hold)
    void lock?.release()
  }
}
