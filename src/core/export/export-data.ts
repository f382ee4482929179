/**
 * Exports everything captured and learned as JSON lines. Leaves out derived data such as digests and
 * the search index. Secrets were removed before anything was stored.
 */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { toOutput } from '../memory/read-operations.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

export interface ExportPorts extends Pick<Store, 'memories' | 'history' | 'projects'> {
  readonly clock: Clock
}

export interface ExportOptions {
  readonly memoriesOnly: boolean
}

/** Every line has its type. The last is `end`; without it the export is incomplete. */
export interface ExportLine {
  readonly type: 'export' | 'project' | 'memory' | 'session' | 'turn' | 'tool-event' | 'end'
}

/** The format's version. Increase it if a change would break older readers. */
const format = 1
const pageSize = 100

export async function* exportData(
  ports: ExportPorts,
  { memoriesOnly }: ExportOptions,
): AsyncGenerator<ExportLine> {
  const at = ports.clock.now().toISOString()
  yield line('export', { format, at })
  for (const project of await ports.projects.list()) yield line('project', project)
  const memories = yield* exportMemories(ports)
  const sessions = memoriesOnly ? 0 : yield* exportSessions(ports)
  yield line('end', { memories, sessions })
}

async function* exportMemories({ memories }: ExportPorts): AsyncGenerator<ExportLine, number> {
  let count = 0
  for await (const id of everyId((after) => memories.idsAfter(after, pageSize))) {
    const memory = await memories.find(id)
    if (!memory) continue
    const links = await memories.links(id)
    const revisions = await memories.revisions(id)
    yield line('memory', {
      ...toOutput(memory),
      sources: await memories.sources(id),
      links: links.filter(({ from }) => from === id),
      revisions: revisions.map((each) => ({ ...each, memory: toOutput(each.memory) })),
    })
    count += 1
  }
  return count
}

/** Turns and tool events are separate lines, because a session may not fit in memory. */
async function* exportSessions({ history }: ExportPorts): AsyncGenerator<ExportLine, number> {
  let count = 0
  for await (const id of everyId((after) => history.sessionIds(after, pageSize))) {
    const found = await history.session(id)
    if (!found) continue
    const { timeline, ...session } = found
    yield line('session', session)
    for (const { toolEvents: _, ...turn } of timeline) {
      yield line('turn', { sessionId: id, ...turn })
    }
    for (const eventId of await history.toolEventIds(id)) {
      const event = await history.toolEvent(eventId)
      if (event) yield line('tool-event', event)
    }
    count += 1
  }
  return count
}

async function* everyId(next: (after: string) => Promise<string[]>): AsyncGenerator<string> {
  let after = ''
  for (;;) {
    const ids = await next(after)
    for (const id of ids) {
      await yieldToEventLoop()
      yield id
    }
    const last = ids.at(-1)
    if (last === undefined) return
    after = last
  }
}

function line<Fields extends object>(type: ExportLine['type'], fields: Fields) {
  return { type, ...fields }
}
