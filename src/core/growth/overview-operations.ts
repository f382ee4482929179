/** What memory is worth, in a few numbers. */
import type { OperationHandlers } from '../../contract/operations/index.ts'
import type { MemoryStanding } from '../../contract/vocabulary.ts'
import type { ImportControl } from '../ports/history-source.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

export interface OverviewPorts extends Pick<Store, 'memories' | 'injections' | 'history'> {
  readonly clock: Clock
  readonly readReview: () => Promise<readonly unknown[]>
  readonly importControl: Pick<ImportControl, 'current'>
  readonly readUnread: () => Promise<readonly { readonly startedAt: string }[]>
}

const dayMs = 86_400_000

export function createOverviewOperations(
  ports: OverviewPorts,
): Pick<OperationHandlers, 'getOverview'> {
  const { memories, history, clock } = ports
  return {
    async getOverview({ days }) {
      const since = new Date(clock.now().getTime() - days * dayMs).toISOString()
      const known = await countStanding('memory', ports)
      const learned = await memories.countLearnedSince(since)
      const [last] = await history.sessions({ limit: 1, offset: 0 })
      return {
        memories: known.total,
        rules: known.rules,
        candidates: (await countStanding('candidate', ports)).total,
        review: (await ports.readReview()).length,
        unread: await countUnread(ports),
        recent: {
          days,
          learned: learned.rules + learned.memories,
          candidates: learned.candidates,
          ...(await readGiven(since, ports)),
        },
        ...(last && {
          lastSession: {
            ...{ id: last.id, host: last.host, lastEventAt: last.lastEventAt },
            ...(last.project && { project: last.project.name }),
          },
        }),
      }
    },
  }
}

const importedDays = 7

/** A reader that is on reads the sessions since the import by itself. */
async function countUnread(ports: OverviewPorts): Promise<number> {
  const run = ports.importControl.current()
  if (!run || run.state === 'running') return 0
  const age = ports.clock.now().getTime() - Date.parse(run.updatedAt)
  if (age > importedDays * dayMs) return 0
  const unread = await ports.readUnread()
  return unread.filter(({ startedAt }) => startedAt < run.updatedAt).length
}

async function countStanding(standing: MemoryStanding, { memories }: OverviewPorts) {
  const counts = await memories.count({ addresses: 'all', standing })
  const sum = (of: typeof counts) => of.reduce((total, { count }) => total + count, 0)
  return { total: sum(counts), rules: sum(counts.filter(({ kind }) => kind === 'rule')) }
}

async function readGiven(since: string, { injections }: OverviewPorts) {
  const { sessions, shown, used } = await injections.stats({ since })
  const failures = (await injections.moments({ since })).filter(
    ({ moment }) => moment === 'failure',
  )
  const failuresAnswered = failures.reduce((total, { given }) => total + given, 0)
  return { sessions, given: shown, used, failuresAnswered }
}
