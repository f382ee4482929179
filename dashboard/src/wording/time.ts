/** Times for people. */

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export function relativeTime(iso: string, now: number): string {
  const passed = now - Date.parse(iso)
  if (Number.isNaN(passed)) return iso
  const distance = Math.abs(passed)
  if (distance < 10_000) return 'just now'
  if (distance >= day) return daysBefore(iso, now)
  const amount = describeHours(distance)
  return passed < 0 ? `in ${amount}` : `${amount} ago`
}

function describeHours(distance: number): string {
  if (distance < minute) return `${Math.floor(distance / 1_000)} s`
  if (distance < hour) return `${Math.floor(distance / minute)} min`
  return `${Math.floor(distance / hour)} h`
}

/** Of a day such as `2026-06-15`, by the reader's calendar: `today`, `5 days ago`, `Mar 2`. */
export function dayAge(date: string, now: number): string {
  const local = `${date}T00:00`
  return Number.isNaN(Date.parse(local)) ? date : daysBefore(local, now)
}

/** By the calendar, so that lists under the names of days agree with it. */
function daysBefore(iso: string, now: number): string {
  const days = daysSince(iso, now)
  if (days === 0) return 'today'
  if (days === 1) return 'yesterday'
  return days > 0 && days < 14 ? `${days} days ago` : shortDate(iso, now)
}

const daysSince = (iso: string, now: number) =>
  Math.round((startOfDay(now) - startOfDay(Date.parse(iso))) / day)
const startOfDay = (time: number) => new Date(time).setHours(0, 0, 0, 0)

/** Without the year if it is this one. */
export function shortDate(iso: string, now: number): string {
  const date = new Date(iso)
  const isThisYear = date.getFullYear() === new Date(now).getFullYear()
  return date.toLocaleDateString('en', {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
}

/** `Today`, `Yesterday`, else the date, in local time. */
export function dayName(iso: string, now: number): string {
  const date = new Date(iso)
  const days = daysSince(iso, now)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return date.toLocaleDateString('en', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(date.getFullYear() !== new Date(now).getFullYear() && { year: 'numeric' }),
  })
}

/** Created once: that takes longer than using it a hundred times. */
const exactFormat = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'long' })

export function exactTime(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : exactFormat.format(date)
}

/** In the two largest units that fit. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

const clockFormat = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `Tue 14:05`, in local time. */
export function clockTime(iso: string): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? iso : clockFormat.format(date)
}
