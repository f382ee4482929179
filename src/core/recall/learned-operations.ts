/** What was learned in a period, by whom, and what made it a memory. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { OperationHandlers, OutputOf } from '../../contract/operations/index.ts'
import { parseSince } from '../../contract/wording.ts'
import type { ScopePorts } from '../memory/scope.ts'
import type { Memory } from '../model/memory.ts'
import type { History } from '../ports/history.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { ProjectStore } from '../ports/projects.ts'
import type { Clock } from '../ports/runtime.ts'

export interface LearnedPorts extends Pick<ScopePorts, 'findProject'> {
  readonly memories: Pick<MemoryStore, 'learnedSince' | 'countLearnedSince' | 'sources'>
  readonly history: Pick<History, 'sessionOfMemory' | 'sessionPlace' | 'sessions'>
  readonly projects: Pick<ProjectStore, 'list'>
  readonly clock: Clock
}

export function createLearnedOperations(
  ports: LearnedPorts,
): Pick<OperationHandlers, 'listLearned'> {
  const { memories, history, projects, clock } = ports
  return {
    async listLearned({ since: given, project, limit }) {
      const since = parseSince(given, clock.now())
      if (since === undefined) throw unreadable(given)
      const projectId = project === undefined ? undefined : (await ports.findProject(project)).id
      const learned = await memories.learnedSince(since, projectId, limit)
      const names = new Map((await projects.list()).map(({ id, name }) => [id, name]))
      const [newest] = await history.sessions({ limit: 1, offset: 0, projectId })
      return {
        since,
        ...(await memories.countLearnedSince(since, projectId)),
        items: await Promise.all(learned.map((memory) => describe(memory, names, ports))),
        isCapturing: newest !== undefined && newest.lastEventAt >= since,
      }
    },
  }
}

function unreadable(given: string): ThroughlineError {
  return new ThroughlineError('invalid-input', `since: "${given}" is not a time`, {
    hint: 'write 24h, 7d or 2w, or a date such as 2026-01-31',
  })
}

async function describe(
  memory: Memory,
  projectNames: ReadonlyMap<string, string>,
  { memories, history }: LearnedPorts,
): Promise<OutputOf<'listLearned'>['items'][number]> {
  const { id, scope, scopeId, kind, content, trust, author, standing, confirmation } = memory
  const sources = await memories.sources(id)
  const session = await history.sessionOfMemory(id)
  return {
    ...{ id, scope, scopeId, kind, content, trust, author, standing, confirmation },
    at: memory.confirmedAt ?? memory.createdAt,
    project: scope === 'project' ? projectNames.get(scopeId) : undefined,
    storedBy: sources.find(({ type, ref }) => type === 'manual' && ref !== '')?.ref,
    session,
    host: session === undefined ? undefined : (await history.sessionPlace(session))?.host,
  }
}
