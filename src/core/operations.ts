/** The operations of the contract on the ports of the core. */
import { ThroughlineError } from '../contract/errors.ts'
import type { OperationHandlers } from '../contract/operations/index.ts'
import { reindexProject } from './indexing/index-history.ts'
import { moveMemories } from './memory/forget-memory.ts'
import { createMemoryOperations } from './memory/operations.ts'
import type { ScopePorts } from './memory/scope.ts'
import type { WritePorts } from './memory/write-memory.ts'
import type { HistoryReader } from './ports/history-reader.ts'
import type { JobQueue } from './ports/job-queue.ts'
import type { MemoryStore } from './ports/memory-store.ts'
import type { ProjectStore, ProjectSummary } from './ports/project-store.ts'
import type { Spool } from './ports/spool.ts'
import { createRecallOperations, type RecallPorts } from './recall/operations.ts'

export interface OperationPorts extends Omit<WritePorts, 'store'>, Pick<ScopePorts, 'projectOf'> {
  readonly memories: MemoryStore
  readonly indexing: RecallPorts['indexing']
  readonly findNear?: RecallPorts['findNear']
  readonly history: HistoryReader
  readonly jobs: JobQueue
  readonly projects: ProjectStore
  readonly spool: Spool
  /** How much room the store takes. */
  readonly databaseBytes: () => number
}

export function createOperations(ports: OperationPorts): OperationHandlers {
  const { history, jobs, projects, spool } = ports
  const findProject = async (reference: string) => pickProject(await projects.list(), reference)
  const findSession = async (reference: string) => {
    const id = await history.sessionId(reference)
    return id === undefined ? undefined : { id }
  }
  return {
    ...createMemoryOperations({ ...ports, store: ports.memories, findProject, findSession }),
    ...createRecallOperations({ ...ports, scopes: { ...ports, findProject, findSession } }),
    async getStatus() {
      return {
        totals: await history.totals(),
        spool: await spool.depth(),
        jobs: await jobs.counts(),
        databaseBytes: ports.databaseBytes(),
      }
    },
    async listSessions({ project, ...filter }) {
      const projectId = project === undefined ? undefined : (await findProject(project)).id
      return { sessions: await history.sessions({ ...filter, projectId }) }
    },
    async getSession({ id }) {
      const session = await history.session(id)
      if (!session) throw missing('session', id, 'throughline sessions lists them')
      return {
        ...session,
        timeline: session.timeline.map((turn) => ({ ...turn, toolEvents: [...turn.toolEvents] })),
      }
    },
    async getToolEvent({ id }) {
      const event = await history.toolEvent(id)
      if (!event) throw missing('tool event', id, 'throughline sessions SESSION lists them')
      return event
    },
    async listJobs({ status, limit }) {
      const list = await jobs.list({ status, limit })
      return { jobs: list, counts: await jobs.counts() }
    },
    async retryJobs({ id }) {
      const retried = await jobs.retry(id)
      if (id !== undefined && retried === 0) {
        throw missing('parked job', id, 'throughline jobs list --status parked shows them')
      }
      return { retried }
    },
    async listProjects() {
      return { projects: (await projects.list()).map(toOutput) }
    },
    async getProject({ project }) {
      return toOutput(await findProject(project))
    },
    async renameProject({ project, name }) {
      const { id } = await findProject(project)
      await projects.rename(id, name)
      return toOutput(await findProject(id))
    },
    async mergeProjects({ from, into }) {
      const source = await findProject(from)
      const target = await findProject(into)
      if (source.id === target.id) {
        throw new ThroughlineError('invalid-input', 'a project cannot be merged into itself')
      }
      await moveMemories(
        { store: ports.memories, clock: ports.clock },
        { scope: 'project', scopeId: source.id },
        { scope: 'project', scopeId: target.id },
      )
      await projects.merge(source.id, target.id)
      await reindexProject(target.id, ports.indexing)
      return toOutput(await findProject(target.id))
    },
    async moveProject({ project, identity }) {
      const { id } = await findProject(project)
      const owner = await projects.findByIdentity(identity)
      if (owner && owner.id !== id) {
        throw new ThroughlineError('conflict', `${identity} is project "${owner.name}" already`, {
          hint: `throughline projects merge ${id} ${owner.id}`,
        })
      }
      await projects.changeIdentity(id, identity)
      return toOutput(await findProject(id))
    },
  }
}

/** By id, identity or alias; by name when only one project has it. */
function pickProject(projects: readonly ProjectSummary[], reference: string): ProjectSummary {
  const exact = projects.find(
    ({ id, identity, aliases }) =>
      [id, identity].includes(reference) || aliases.includes(reference),
  )
  if (exact) return exact
  const named = projects.filter(({ name }) => name === reference)
  if (named.length > 1) {
    throw new ThroughlineError('conflict', `${named.length} projects are named "${reference}"`, {
      hint: `use an identity: ${named.map(({ identity }) => identity).join(', ')}`,
    })
  }
  if (!named[0]) throw missing('project', reference, 'throughline projects list shows them')
  return named[0]
}

function toOutput({ aliases, ...project }: ProjectSummary) {
  return { ...project, aliases: [...aliases] }
}

function missing(what: string, id: string, hint: string): ThroughlineError {
  return new ThroughlineError('not-found', `there is no ${what} "${id}"`, { hint })
}
