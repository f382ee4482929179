/** The operations of the contract on the ports of the core. */
import type { Config } from '../contract/config.ts'
import { ThroughlineError } from '../contract/errors.ts'
import type { OperationHandlers, OutputOf } from '../contract/operations/index.ts'
import { describeToolUse } from './activity/describe-event.ts'
import { createConsolidationOperations } from './consolidation/operations.ts'
import { createContextOperations, type PreviewPorts } from './context/operations.ts'
import { createContextStatsOperations, readSessionContext } from './context/stats.ts'
import { type DigestPorts, keepDigests } from './digest/keep-digests.ts'
import type { LookPorts } from './extraction/look-through.ts'
import { createExtractionOperations } from './extraction/operations.ts'
import { readSessionExtraction } from './extraction/session-extraction.ts'
import { readSessionMemories, type SessionMemoryPorts } from './extraction/session-memories.ts'
import { createGrowthOperations, type GrowthPorts } from './growth/operations.ts'
import { checkHealth, type HealthPorts } from './health/check-health.ts'
import { type BudgetPorts, readBudget } from './ledger/budget.ts'
import { createCostOperations } from './ledger/operations.ts'
import { createSubscriberOperations, type SubscriberPorts } from './lifecycle/operations.ts'
import { createMemoryBatchOperations } from './memory/batch-operations.ts'
import { createMemoryOperations } from './memory/operations.ts'
import type { ScopePorts } from './memory/scope.ts'
import type { WritePorts } from './memory/write-memory.ts'
import type { ConsolidationReader } from './ports/consolidation-store.ts'
import type { ExtractionReader } from './ports/extraction-store.ts'
import type { FileChanges } from './ports/file-changes.ts'
import type { HistoryReader } from './ports/history-reader.ts'
import type { InjectionStore } from './ports/injection-store.ts'
import type { JobQueue } from './ports/job-queue.ts'
import type { ProjectStore } from './ports/project-store.ts'
import type { ReviewStore } from './ports/review-store.ts'
import type { Settings } from './ports/settings.ts'
import type { Spool } from './ports/spool.ts'
import type { Store } from './ports/store.ts'
import { createProjectOperations } from './project/operations.ts'
import { pickProject } from './project/pick-project.ts'
import { createProjectMergeOperations } from './project-merge/operations.ts'
import { createRecallOperations, type RecallOperationPorts } from './recall/operations.ts'
import { createReviewOperations } from './review/operations.ts'
import { createSettingsOperations } from './settings/operations.ts'
import { createHostOperations, type HostPorts } from './setup/operations.ts'

export interface OperationPorts
  extends Omit<WritePorts, 'memories'>,
    Pick<ScopePorts, 'projectOf'>,
    BudgetPorts,
    Pick<GrowthPorts, 'growth' | 'databaseSizes'>,
    Pick<HostPorts, 'connectedHosts'>,
    DigestPorts,
    SubscriberPorts,
    Pick<SessionMemoryPorts, 'lifecycleFacts'>,
    Pick<PreviewPorts, 'lookUp' | 'findHost' | 'changedFiles' | 'withoutPrivate'> {
  readonly config: () => Pick<Config, 'budget' | 'extraction' | 'context'>
  readonly memories: Store['memories']
  readonly eraseDeleted: Store['eraseDeleted']
  readonly indexing: RecallOperationPorts['indexing']
  readonly findNear?: RecallOperationPorts['findNear']
  readonly history: HistoryReader
  readonly extractions: ExtractionReader
  readonly consolidations: ConsolidationReader
  readonly injections: InjectionStore
  readonly reviews: ReviewStore
  readonly fileChanges: FileChanges
  readonly look: LookPorts
  readonly jobs: JobQueue
  readonly projects: ProjectStore
  readonly projectMerges: Store['projectMerges']
  readonly spool: Spool
  /** How much room the store takes. */
  readonly databaseBytes: () => number
  /** Stores that were damaged, in whose place a new one was made. */
  readonly damagedDatabases: () => string[]
  readonly settings: Settings
  readonly health: Omit<HealthPorts, 'getHosts'>
  /** All that is derived, anew. */
  readonly rebuild: () => Promise<OutputOf<'rebuild'>>
}

export function createOperations(ports: OperationPorts): OperationHandlers {
  const { history, jobs, projects, spool } = ports
  const findProject = async (reference: string) => pickProject(await projects.list(), reference)
  const findSession = async (reference: string) => {
    const id = await history.sessionId(reference)
    return id === undefined ? undefined : { id }
  }
  const memoryPorts = {
    ...ports,
    findProject,
    findSession,
    headOf: async (id: string) => ports.look.commitOf((await projects.find(id))?.root),
  }
  const hostOperations = createHostOperations(ports)
  return {
    ...createMemoryOperations(memoryPorts),
    ...createMemoryBatchOperations(memoryPorts),
    ...createConsolidationOperations({ ...ports, findProject }),
    ...createReviewOperations({ ...ports, findProject }),
    ...createRecallOperations({ ...ports, scopes: { ...ports, findProject, findSession } }),
    ...createContextOperations({
      ...ports,
      search: ports.indexing.search,
      settings: () => ports.config().context,
      findProject,
    }),
    ...createContextStatsOperations({ ...ports, findProject }),
    ...createProjectOperations({ ...ports, findProject }),
    ...createProjectMergeOperations({ ...ports, findProject }),
    ...createCostOperations({
      ...ports,
      findProject,
      async findSession(reference) {
        const found = await findSession(reference)
        if (!found) throw missing('session', reference, 'throughline sessions lists them')
        return found
      },
    }),
    ...createGrowthOperations({ ...ports, findProject }),
    ...createExtractionOperations({ look: ports.look, findSession }),
    ...createSubscriberOperations(ports),
    ...createSettingsOperations(ports),
    ...hostOperations,
    checkHealth: (input) => checkHealth({ ...ports.health, ...hostOperations }, input),
    rebuild: () => ports.rebuild(),
    async getStatus() {
      return {
        totals: await history.totals(),
        spool: await spool.depth(),
        jobs: await jobs.counts(),
        databaseBytes: ports.databaseBytes(),
        damagedDatabases: ports.damagedDatabases(),
        budget: await readBudget(ports),
      }
    },
    async listSessions({ project, ...filter }) {
      const projectId = project === undefined ? undefined : (await findProject(project)).id
      return {
        sessions: await history.sessions({ ...filter, projectId }),
        total: await history.countSessions({ ...filter, projectId }),
        hosts: await history.hosts(),
      }
    },
    async getSession({ id }) {
      const session = await history.session(id)
      if (!session) throw missing('session', id, 'throughline sessions lists them')
      const digests = await keepDigests(session, ports)
      return {
        ...session,
        digest: digests.session,
        timeline: session.timeline.map((turn) => ({
          ...turn,
          toolEvents: [...turn.toolEvents],
          digest: digests.turns.get(turn.id),
        })),
        extraction: await readSessionExtraction(ports, session.id),
        context: await readSessionContext(session, ports),
        memories: await readSessionMemories(session, ports),
      }
    },
    async getToolEvent({ id }) {
      const event = await history.toolEvent(id)
      if (!event) throw missing('tool event', id, 'throughline sessions SESSION lists them')
      return { ...event, text: describeToolUse(id, event, undefined) }
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
  }
}

function missing(what: string, id: string, hint: string): ThroughlineError {
  return new ThroughlineError('not-found', `there is no ${what} "${id}"`, { hint })
}
