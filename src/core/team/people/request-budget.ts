/**
 * Limits requests of signed-in people. Counting each request in the database would cost more than
 * many requests, so a process adds them up and writes every few seconds, or at once when someone used
 * a twentieth of a limit. With several processes, a limit may be exceeded by that much.
 */

import { ThroughlineError } from '../../../contract/errors.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { RequestCounts } from '../../ports/team/people-store.ts'
import type { Caller } from '../caller.ts'

export interface RequestBudget {
  /** @throws `too-many-requests` */
  count(caller: Pick<Caller, 'organisation' | 'person'>): void
  /** Writes the counts; call it every few seconds and at the end. */
  settle(): Promise<void>
}

interface Count {
  readonly organisation: string
  readonly subject: string
  readonly since: number
  /** As last read from the database. */
  total: number
  unsent: number
  sentAt: number
}

const sentAtOnce = 1 / 20
const everyone = 'all'
const keptMs = 2 * 86_400_000

export interface RequestBudgetParts {
  readonly counts: RequestCounts
  readonly clock: Clock
  /** If requests cannot be counted, limits must not stop the service. */
  readonly onError: (error: unknown) => void
  /** An organisation's first request of a day, in this process. */
  readonly onNewDay?: (organisation: string) => Promise<void>
  readonly limits?: Pick<
    Record<keyof typeof requestLimits, RequestLimit>,
    'requests' | 'organisation'
  >
}

export function createRequestBudget(parts: RequestBudgetParts): RequestBudget {
  const { counts, clock, onError, onNewDay = async () => undefined, limits = requestLimits } = parts
  const known = new Map<string, Count>()
  const sending = new Set<Promise<void>>()

  function add(limit: RequestLimit, organisation: string, id: string): Count {
    const since = windowStart(limit, clock.now().getTime())
    const subject = `${limit.name}:${id}`
    const key = `${organisation} ${subject}`
    let count = known.get(key)
    if (count?.since !== since) {
      if (count && count.unsent > 0) send(organisation, [count])
      count = { organisation, subject, since, total: 0, unsent: 0, sentAt: 0 }
      known.set(key, count)
    }
    count.unsent += 1
    return count
  }

  function requireWithin(limit: RequestLimit, { total, unsent, since }: Count): void {
    if (total + unsent <= limit.most) return
    throw tooManyRequests(since + limit.windowMs - clock.now().getTime())
  }

  /** @param some counts of one organisation */
  function send(organisation: string, some: readonly Count[]): void {
    const now = clock.now().getTime()
    const isNewDay = some.some(({ subject, sentAt }) => sentAt === 0 && subject === dailySubject)
    const added = some.map(({ subject, since, unsent: by }) => ({
      ...{ subject, since: new Date(since).toISOString(), by },
    }))
    for (const count of some) {
      count.total += count.unsent
      count.unsent = 0
      count.sentAt = now
    }
    const sent = counts
      .add(organisation, added)
      .then(async (sums) => {
        // An answer may be older than counts added since.
        for (const count of some) {
          count.total = Math.max(count.total, sums.get(count.subject) ?? 0)
        }
        if (!isNewDay) return
        await removeOld(organisation, now)
        await onNewDay(organisation)
      })
      .catch(onError)
      .finally(() => sending.delete(sent))
    sending.add(sent)
  }

  const dailySubject = `${limits.organisation.name}:${everyone}`
  const removeOld = (organisation: string, now: number) =>
    counts.removeBefore(new Date(now - keptMs).toISOString(), organisation)

  return {
    count({ organisation, person }) {
      const now = clock.now().getTime()
      forgetOld(known, now)
      const own = add(limits.requests, organisation, person.id)
      const all = add(limits.organisation, organisation, everyone)
      const isMuch = ({ unsent }: Count, { most }: RequestLimit) => unsent >= sentAtOnce * most
      // Both together, because each costs a transaction.
      if (isMuch(own, limits.requests) || isMuch(all, limits.organisation)) {
        send(organisation, [own, all])
      }
      requireWithin(limits.requests, own)
      requireWithin(limits.organisation, all)
    },
    async settle() {
      const unsent = [...known.values()].filter((count) => count.unsent > 0)
      for (const [organisation, some] of Map.groupBy(unsent, (count) => count.organisation)) {
        send(organisation, some)
      }
      await Promise.all(sending)
    },
  }
}

const mostKnown = 10_000
const keptInMemoryMs = 1_000

/** Bounds memory; an open window starts from the database's count again. */
function forgetOld(known: Map<string, Count>, now: number): void {
  if (known.size < mostKnown) return
  for (const [key, { sentAt, unsent }] of known) {
    if (unsent === 0 && now - sentAt > keptInMemoryMs) known.delete(key)
  }
}

// Limits requests, counted in windows that all processes of the server share.

export interface RequestLimit {
  readonly name: string
  readonly windowMs: number
  readonly most: number
}

const minuteMs = 60_000

/** Stops guessing of codes and tokens long before it can succeed. */
export const requestLimits = {
  /** By address: machines that ask to sign in. */
  deviceStarts: { name: 'device-starts', windowMs: 10 * minuteMs, most: 30 },
  /** By address: polling every five seconds, from an office full of machines. */
  devicePolls: { name: 'device-polls', windowMs: minuteMs, most: 300 },
  /** By person: codes entered. */
  userCodes: { name: 'user-codes', windowMs: 10 * minuteMs, most: 10 },
  /** By address: links opened and used. */
  links: { name: 'links', windowMs: 10 * minuteMs, most: 30 },
  /** By address: sign-ins through a provider, from an office full of people. */
  signOns: { name: 'sign-ons', windowMs: 10 * minuteMs, most: 300 },
  /** By address: invalid tokens and keys. */
  refusals: { name: 'refusals', windowMs: 10 * minuteMs, most: 100 },
  /** By person, across all sign-ins. */
  requests: { name: 'requests', windowMs: minuteMs, most: 1_200 },
  /** By organisation and day. */
  organisation: { name: 'organisation', windowMs: 24 * 60 * minuteMs, most: 5_000_000 },
} as const satisfies Record<string, RequestLimit>

interface Counted {
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
  const counted = {
    subject: `${limit.name}:${subject}`,
    since: new Date(since).toISOString(),
    by: 1,
  }
  const sums = await counts.add(organisation, [counted])
  if ((sums.get(counted.subject) ?? 0) > limit.most)
    throw tooManyRequests(since + limit.windowMs - now)
}

const windowStart = ({ windowMs }: RequestLimit, now: number) => now - (now % windowMs)

export function tooManyRequests(retryAfterMs: number): ThroughlineError {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  return new ThroughlineError('too-many-requests', 'too many requests', {
    hint: `try again in ${seconds} s`,
    retryAfterMs: seconds * 1000,
  })
}
