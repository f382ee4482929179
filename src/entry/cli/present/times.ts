/** Times as people read them here. JSON keeps UTC. */

export { ago } from '../../../contract/wording.ts'

const two = (number: number) => String(number).padStart(2, '0')

/** `2026-01-31` on this machine's calendar. */
export function readableDate(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return time
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** `2026-01-31 14:05` by this machine's clock. */
export function readableTime(time: string): string {
  const date = new Date(time)
  if (Number.isNaN(date.getTime())) return time
  return `${readableDate(time)} ${two(date.getHours())}:${two(date.getMinutes())}`
}
