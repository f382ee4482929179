import { useSyncExternalStore } from 'react'
import { dayAge, exactTime, relativeTime } from '../wording/time.ts'

/** `5 min ago`, kept up to date; the exact time on hover. */
export function RelativeTime({ at }: { at: string }) {
  const now = useSyncExternalStore(subscribe, () => currentMinute)
  return (
    <time dateTime={at} title={exactTime(at)}>
      {relativeTime(at, Math.max(now, Date.now()))}
    </time>
  )
}

/** One timer for all of them. */
const tickMs = 10_000
let currentMinute = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    currentMinute = Date.now()
    for (const each of listeners) each()
  }, tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Wiki pages show days, not hours. */
export function Day({ date }: { date: string }) {
  return (
    <time dateTime={date} title={date}>
      {dayAge(date, Date.now())}
    </time>
  )
}
