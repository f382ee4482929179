/**
 * Requests that stay open until their organisation changes. The change may come from any process; a
 * notification wakes the requests waiting here. A wait that ends for another reason reads the head,
 * so that a change with a lost notification is found then.
 */
import type { TeamSyncStore } from '../../ports/team/team-sync-store.ts'
import { type Caller, requireSync } from '../caller.ts'
import { tooManyRequests } from '../people/request-budget.ts'

export interface ChangeWaits {
  /**
   * @returns the number of the last change, once it differs from `after` or `signal` aborts
   * @throws `not-allowed`; `too-many-requests` if the person or the process has too many open
   */
  wait(caller: Caller, after: number, signal: AbortSignal): Promise<number>
  /** The organisation's last change has this number. */
  wake(organisation: string, sequence: number): void
  /** Reads the heads of all organisations with waiting requests, one by one. */
  look(): Promise<void>
  /** The number of open requests. */
  count(): number
  /** Answers all requests, and later ones at once. */
  close(): void
}

export interface WaitLimits {
  readonly person: number
  readonly process: number
}

/** One per machine of a person; each takes about 20 KB of a process. */
const usualLimits: WaitLimits = { person: 16, process: 10_000 }

const retryAfterMs = 30_000

interface Waiter {
  readonly organisation: string
  readonly person: string
  readonly after: number
  /** @param sequence undefined if unknown */
  readonly end: (sequence?: number) => void
}

export function createChangeWaits(store: TeamSyncStore, limits = usualLimits): ChangeWaits {
  const waiting = new Map<string, Set<Waiter>>()
  let open = 0
  let isClosed = false
  const readHead = async (organisation: string) =>
    (await store.reading(organisation).head()).sequence
  const othersOf = (organisation: string) => waiting.get(organisation) ?? new Set()

  function wake(organisation: string, sequence: number): void {
    for (const { after, end } of othersOf(organisation)) if (sequence > after) end(sequence)
  }

  function add(waiter: Waiter): void {
    const others = othersOf(waiter.organisation)
    const own = [...others].filter(({ person }) => person === waiter.person)
    if (own.length >= limits.person || open >= limits.process) throw tooManyRequests(retryAfterMs)
    waiting.set(waiter.organisation, others.add(waiter))
    open += 1
  }

  function remove(waiter: Waiter): void {
    const others = othersOf(waiter.organisation)
    others.delete(waiter)
    if (others.size === 0) waiting.delete(waiter.organisation)
    open -= 1
  }

  return {
    async wait(caller, after, signal) {
      requireSync(caller)
      const { organisation } = caller
      const { promise: ended, resolve: end } = Promise.withResolvers<number | undefined>()
      const waiter: Waiter = { organisation, person: caller.person.id, after, end }
      const giveUp = () => end(undefined)
      // Do this before reading the head: a change in between must be noticed.
      add(waiter)
      signal.addEventListener('abort', giveUp)
      try {
        const head = await readHead(organisation)
        if (head !== after || isClosed || signal.aborted) return head
        return (await ended) ?? (isClosed ? after : await readHead(organisation))
      } finally {
        signal.removeEventListener('abort', giveUp)
        remove(waiter)
      }
    },
    wake,
    async look() {
      for (const organisation of [...waiting.keys()]) {
        wake(organisation, await readHead(organisation))
      }
    },
    count: () => open,
    close() {
      isClosed = true
      for (const { end } of [...waiting.values()].flatMap((each) => [...each])) end(undefined)
    },
  }
}
