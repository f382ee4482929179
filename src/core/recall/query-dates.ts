/** The times a question names: `in May 2023`, `on 13 October`, `yesterday`, `four weeks ago`. */

export interface DateSpan {
  /** ISO 8601 UTC; from inclusive, to exclusive. */
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000
const monthNames =
  'january february march april may june july august september october november december'.split(' ')
const weekdays = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')
const numbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const unitDays: Record<string, number> = { day: 1, week: 7, month: 30.44, year: 365.25 }

const month = `(${monthNames.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)}|t)?`).join('|')})\\.?`
const day = '(\\d{1,2})(?:st|nd|rd|th)?'

const ago = /\b(an?|\d+|[a-z]+) (day|week|month|year)s? ago\b/
const lastPeriod = /\b(?:last|past|previous) (week|month|year)\b/
const lastWeekday = new RegExp(`\\b(?:last|on) (${weekdays.join('|')})\\b`)

/** `four weeks ago` counts back from now; texts written at that time do not contain it. */
export function withoutRelativeDates(text: string): string {
  return [ago, lastPeriod, lastWeekday].reduce(
    (rest, pattern) => rest.replace(new RegExp(pattern, 'gi'), ' '),
    text,
  )
}

const absolute = [
  /\b\d{4}-\d{2}-\d{2}\b/,
  new RegExp(
    `\\b(?:(?:on|of|since|until|by|before|after) )?(?:the )?${day}(?: of)? ${month}(?:,? \\d{4})?\\b`,
  ),
  new RegExp(`\\b${month} ${day}(?:,? \\d{4})?\\b`),
  new RegExp(`\\b${month},? (?:of )?\\d{4}\\b`),
  // A month alone may be a name or a verb.
  new RegExp(`\\b(?:in|of|during|since|until|last) ${month}(?![\\w-])`),
  /\b(?:in|of|during|since) (?:19|20)\d{2}\b/,
]

/** Without all dates, also those that give no span because the year is missing. */
export function withoutDates(text: string): string {
  return absolute.reduce(
    (rest, pattern) => rest.replace(new RegExp(pattern, 'gi'), ' '),
    withoutRelativeDates(text),
  )
}

export function findDateSpans(text: string, now: Date): DateSpan[] {
  const lower = text.toLowerCase()
  return [...findAbsolute(lower), ...findRelative(lower, now)]
}

function findAbsolute(text: string): DateSpan[] {
  const iso = /\b(\d{4})-(\d{2})-(\d{2})\b/.exec(text)
  if (iso) return [daySpan(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]))]
  const dayFirst = new RegExp(`\\b${day}(?: of)? ${month},? (\\d{4})`).exec(text)
  if (dayFirst) return [daySpan(Number(dayFirst[3]), monthOf(dayFirst[2]), Number(dayFirst[1]))]
  const monthFirst = new RegExp(`\\b${month} ${day},? (\\d{4})`).exec(text)
  if (monthFirst) {
    return [daySpan(Number(monthFirst[3]), monthOf(monthFirst[1]), Number(monthFirst[2]))]
  }
  const monthYear = new RegExp(`\\b${month},? (?:of )?(\\d{4})\\b`).exec(text)
  if (monthYear) return [monthSpan(Number(monthYear[2]), monthOf(monthYear[1]))]
  const year = /\b(?:in|of|during|since) ((?:19|20)\d{2})\b/.exec(text)
  return year ? [utcSpan(Date.UTC(Number(year[1]), 0), Date.UTC(Number(year[1]) + 1, 0))] : []
}

function findRelative(text: string, now: Date): DateSpan[] {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const spans: DateSpan[] = []
  if (/\byesterday\b/.test(text)) spans.push(utcSpan(today - dayMs, today))
  if (/\btoday\b/.test(text)) spans.push(utcSpan(today, today + dayMs))
  const back = ago.exec(text)
  if (back) spans.push(...agoSpan(back[1] ?? '', back[2] ?? '', today))
  const last = lastPeriod.exec(text)
  if (last) spans.push(utcSpan(today - 2 * daysOf(last[1]) * dayMs, today))
  const weekday = lastWeekday.exec(text)
  if (weekday) spans.push(weekdaySpan(weekdays.indexOf(weekday[1] ?? ''), today))
  return spans
}

/** People round: four weeks ago may be a few days off. */
function agoSpan(amount: string, unit: string, today: number): DateSpan[] {
  const count = /^an?$/.test(amount) ? 1 : Number(amount) || numbers.indexOf(amount)
  if (count < 1) return []
  const days = count * daysOf(unit)
  const slack = unit === 'day' ? 0 : Math.max(2, daysOf(unit) / 4)
  const at = today - days * dayMs
  return [utcSpan(at - slack * dayMs, at + (slack + 1) * dayMs)]
}

function weekdaySpan(weekday: number, today: number): DateSpan {
  const back = (new Date(today).getUTCDay() - weekday + 7) % 7 || 7
  return utcSpan(today - back * dayMs, today - (back - 1) * dayMs)
}

const daysOf = (unit: string | undefined) => unitDays[unit ?? ''] ?? 1
const monthOf = (name = '') => monthNames.findIndex((full) => full.startsWith(name.slice(0, 3)))
const monthSpan = (year: number, at: number) => utcSpan(Date.UTC(year, at), Date.UTC(year, at + 1))

/** Sessions run past midnight, and people mention what happened the day before. */
function daySpan(year: number, at: number, dayOfMonth: number): DateSpan {
  const start = Date.UTC(year, at, dayOfMonth)
  return utcSpan(start, start + 2 * dayMs)
}

function utcSpan(from: number, to: number): DateSpan {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
}
