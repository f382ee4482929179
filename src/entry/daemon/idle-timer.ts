/** Ends a daemon that nobody has needed for long; the next session starts another. */
export interface IdleTimer {
  touch(): void
  close(): void
}

const checkEveryMs = 1_000

export function createIdleTimer(idleMinutes: () => number, onIdle: () => void): IdleTimer {
  let touchedAt = performance.now()
  const timer = setInterval(() => {
    const limitMs = idleMinutes() * 60_000
    if (limitMs > 0 && performance.now() - touchedAt >= limitMs) onIdle()
  }, checkEveryMs)
  timer.unref()
  return {
    touch() {
      touchedAt = performance.now()
    },
    close: () => clearInterval(timer),
  }
}
