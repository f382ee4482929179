import { dayAge } from '../wording/time.ts'

/** Pages tell days, not hours. */
export function Day({ date }: { date: string }) {
  return (
    <time dateTime={date} title={date}>
      {dayAge(date, Date.now())}
    </time>
  )
}
