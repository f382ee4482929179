/**
 * Words that the terminal, the dashboard and the server's pages share: amounts, times, and why a
 * memory is one. Without `Intl`: the first number it writes loads the rules of a language,
 * which takes as long as starting Node.
 */
import type { CheckState, Confirmation, MemoryStanding, TrustLevel } from './vocabulary.ts'

/** `12,345` */
export function wholeNumber(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, ',')
}

export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${wholeNumber(amount)} ${amount === 1 ? noun : plural}`
}

/** Cents; four decimals for amounts below 10 cents. */
export function dollars(usd: number): string {
  if (usd > 0 && usd < 0.0001) return '<$0.0001'
  const [whole = '', decimals = ''] = usd.toFixed(usd < 0.1 ? 4 : 2).split('.')
  return `$${wholeNumber(Number(whole))}.${decimals.replace(/(?<=\d\d)0{1,2}$/, '')}`
}

const units = ['B', 'KB', 'MB', 'GB', 'TB']

export function bytes(count: number): string {
  const power = count < 1 ? 0 : Math.min(Math.floor(Math.log2(count) / 10), units.length - 1)
  const value = count / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}

const isoDate = /^\d{4}-\d{2}-\d{2}$/
const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/i

const spans = { h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const
const span = /^(\d{1,4})([hdw])$/i

/**
 * `24h`, `7d` or `2w` before now, an ISO time, or an ISO date, which means the end of that day in UTC.
 * @returns undefined if it is none
 */
export function parseTime(text: string, now: Date): string | undefined {
  const [, amount, unit = ''] = span.exec(text) ?? []
  if (amount !== undefined) {
    const ms = Number(amount) * spans[unit.toLowerCase() as keyof typeof spans]
    return new Date(now.getTime() - ms).toISOString()
  }
  const whole = isoDate.test(text) ? `${text}T23:59:59.999Z` : text
  if (!isoTime.test(whole) || !isDay(whole.slice(0, 10))) return undefined
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(whole)
  const time = new Date(hasZone ? whole : `${whole}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** Rejects 30 February, which `Date` would turn into a day in March. */
function isDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}

/** A bare date means the start of that day. */
export function fromStartOfDay(text: string): string {
  return isoDate.test(text) ? `${text}T00:00:00Z` : text
}

/** The same, but a bare date means the start of that day. */
export function parseSince(text: string, now: Date): string | undefined {
  return parseTime(fromStartOfDay(text), now)
}

export function ago(time: string | undefined, now: Date): string {
  if (time === undefined) return 'never'
  const seconds = Math.max(0, Math.round((now.getTime() - Date.parse(time)) / 1000))
  if (seconds < 60) return 'just now'
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)} h ago`
  return `${Math.floor(seconds / 86_400)} d ago`
}

interface CommitFacts {
  readonly ref: string
  readonly author?: string | undefined
  readonly at?: string | undefined
}

/** `commit 1a2b3c4d by Ada, 90 d ago`. */
export function describeCommit({ ref, author, at }: CommitFacts, now: Date): string {
  const by = author === undefined ? '' : ` by ${author}`
  return `commit ${ref.slice(0, 8)}${by}${at === undefined ? '' : `, ${ago(at, now)}`}`
}

interface StandingFacts {
  readonly standing: MemoryStanding
  readonly confirmation?: Confirmation | undefined
  readonly trust: TrustLevel
}

/** Why a memory is one, or that it is not confirmed yet. @param storedBy the name of the agent that stored it, if one did */
export function describeStanding(
  { standing, confirmation, trust }: StandingFacts,
  storedBy?: string,
): string {
  if (standing === 'candidate' || confirmation === undefined) return 'not confirmed yet'
  if (confirmation !== 'stored') return confirmationWords[confirmation]
  if (storedBy !== undefined) return `stored by ${storedBy}`
  return trust === 'user' ? 'stored by you' : 'stored by an agent'
}

const confirmationWords: Readonly<Record<Exclude<Confirmation, 'stored'>, string>> = {
  stated: 'you said it outright',
  repeated: 'said in two sessions',
  applied: 'applied again',
  judged: 'found by a model',
  reviewed: 'confirmed by you',
  approved: 'its author is approved',
}

export const checkStateWords: Readonly<Record<CheckState, string>> = {
  holds: 'passes',
  fails: 'fails',
  'never-held': 'has not passed yet',
  unknown: 'cannot be checked here',
}
