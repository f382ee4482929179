/** Limits of requests, counted in windows that all processes of the server share. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { RequestCounts } from '../../ports/team/people-store.ts'

export interface RequestLimit {
  readonly name: string
  readonly windowMs: number
  readonly most: number
}

const minuteMs = 60_000

/** What guesses codes and tokens is stopped long before it could find one. */
export const requestLimits = {
  /** By address: machines that ask to be signed in. */
  deviceStarts: { name: 'device-starts', windowMs: 10 * minuteMs, most: 30 },
  /** By address: one that asks every five seconds, from an office full of them. */
  devicePolls: { name: 'device-polls', windowMs: minuteMs, most: 300 },
  /** By person: codes entered. */
  userCodes: { name: 'user-codes', windowMs: 10 * minuteMs, most: 10 },
  /** By address: links opened and used. */
  links: { name: 'links', windowMs: 10 * minuteMs, most: 30 },
  /** By address: sign-ins at a provider and back, from an office full of people. */
  signOns: { name: 'sign-ons', windowMs: 10 * minuteMs, most: 300 },
  /** By address: tokens and keys that do not hold. */
  refusals: { name: 'refusals', windowMs: 10 * minuteMs, most: 100 },
  /** By person, whatever they sign in with. */
  requests: { name: 'requests', windowMs: minuteMs, most: 1_200 },
  /** By organisation and day. */
  organisation: { name: 'organisation', windowMs: 24 * 60 * minuteMs, most: 5_000_000 },
} as const satisfies Record<string, RequestLimit>

export interface Counted {
  readonly organisation?: string | undefined
  /** A hash of an address, or a person's id. */
  readonly subject: string
}

/** Counts one request at once. @throws `too-many-requests` with the time to wait */
export async function countRequest(
  { counts, clock }: { readonly counts: RequestCounts; readonly clock: Clock },
  limit: RequestLimit,
  { organisation, subject }: Counted,
): Promise<void> {
  const now = clock.now().getTime()
  const since = windowStart(limit, now)
  const sum = await counts.add({
    organisation,
    subject: `${limit.name}:${subject}`,
    since: new Date(since).toISOString(),
    by: 1,
  })
  if (sum > limit.most) throw tooManyRequests(since + limit.windowMs - now)
}

export function windowStart({ windowMs }: RequestLimit, now: number): number {
  return now - (now % windowMs)
}

export function tooManyRequests(retryAfterMs: number): ThroughlineError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  return new ThroughlineError('too-many-requests', 'too many requests', {
    hint: `try again in ${seconds} s`,
    retryAfterMs: seconds * 1000,
  })
}
