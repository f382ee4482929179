/** Reports the context that sessions got. */
import type { OperationHandlers, OutputOf } from '../../../contract/operations/index.ts'
import type { HostSession } from '../../model/context.ts'
import type { InjectionStore } from '../../ports/injection-store.ts'
import type { MemoryStore } from '../../ports/memory-store.ts'
import type { Clock } from '../../ports/runtime.ts'

export interface ContextStatsPorts {
  readonly injections: Pick<InjectionStore, 'stats' | 'moments' | 'ofSession'>
  readonly memories: Pick<MemoryStore, 'findMany'>
  readonly clock: Clock
  /** @throws ThroughlineError `not-found` */
  readonly findProject: (reference: string) => Promise<{ readonly id: string }>
}

const dayMs = 86_400_000

export function createContextStatsOperations(
  ports: ContextStatsPorts,
): Pick<OperationHandlers, 'getContextStats'> {
  return {
    async getContextStats({ project, days }) {
      const projectId = project === undefined ? undefined : (await ports.findProject(project)).id
      const since = new Date(ports.clock.now().getTime() - days * dayMs).toISOString()
      const { neverUsed, ...sums } = await ports.injections.stats({ projectId, since })
      const ids = neverUsed.map(({ memoryId }) => memoryId)
      const textOf = await readTexts(ids, ports)
      return {
        days,
        ...sums,
        moments: await ports.injections.moments({ projectId, since }),
        neverUsed: neverUsed.map(({ memoryId: id, shown }) => ({ id, text: textOf(id), shown })),
      }
    },
  }
}

export async function readSessionContext(
  session: HostSession,
  ports: { injections: Pick<InjectionStore, 'ofSession'>; memories: ContextStatsPorts['memories'] },
): Promise<OutputOf<'getSession'>['context']> {
  const injections = await ports.injections.ofSession(session)
  const ids = injections.flatMap(({ lines }) => lines.map(({ id }) => id))
  const textOf = await readTexts(ids, ports)
  return injections.map(({ at, event, source, tokens, lines }) => {
    const shown = lines.map(({ section, id, reason, use }) => {
      return { section, id, text: textOf(id), reason, use }
    })
    return { at, event, source, tokens, lines: shown }
  })
}

/** The current text of each; empty if it is not a memory, or not any more. */
async function readTexts(
  ids: readonly string[],
  { memories }: Pick<ContextStatsPorts, 'memories'>,
): Promise<(id: string) => string> {
  const found = await memories.findMany([...new Set(ids)])
  const texts = new Map(found.map(({ id, content }) => [id, content]))
  return (id) => texts.get(id) ?? ''
}
