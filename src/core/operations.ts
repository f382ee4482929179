/** The operations of the contract on the ports of the core. */
import type { Config } from '../contract/config.ts'
import type { OperationHandlers, OutputOf } from '../contract/operations/index.ts'
import { createCheckOperations } from './checks/operations.ts'
import { createCommitOperations } from './commits/operations.ts'
import { createConsolidationOperations } from './consolidation/operations.ts'
import { createMemoryGroupOperations } from './context/file/memory-groups.ts'
import { createGuardOperations, type GuardPorts } from './context/guards/operations.ts'
import { createContextOperations, type PreviewPorts } from './context/operations.ts'
import { contextSettings } from './context/situation.ts'
import { createHotspotOperations } from './context/use/hotspot-operations.ts'
import { createContextStatsOperations } from './context/use/stats.ts'
import { createDeletionOperations, type DeletionOperationPorts } from './deletion/operations.ts'
import { createRecap } from './digest/recap/create-recap.ts'
import { createSessionOperations } from './digest/session-operations.ts'
import { createGrowthOperations } from './growth/operations.ts'
import { createOverviewOperations } from './growth/overview-operations.ts'
import { createStatusOperations, type StatusPorts } from './growth/status-operations.ts'
import { checkHealth, type HealthPorts } from './health/check-health.ts'
import { createImportOperations } from './import/find-importable.ts'
import { createCostOperations } from './ledger/operations.ts'
import { createSubscriberOperations, type SubscriberPorts } from './lifecycle/operations.ts'
import { createMemoryBatchOperations } from './memory/batch-operations.ts'
import { createMemoryOperations } from './memory/operations.ts'
import { missingSession, type ScopePorts } from './memory/scope.ts'
import { lazily } from './model/lazily.ts'
import type { ImportControl } from './ports/history-source.ts'
import type { ReadDocument, Settings } from './ports/host-files.ts'
import type {
  CommitReader,
  FindLastChanges,
  ReadBranchStates,
  RepositoryReader,
  RunChecks,
} from './ports/repository.ts'
import type { Runtime } from './ports/runtime.ts'
import type { Store } from './ports/store.ts'
import { pickProject } from './project/find-project.ts'
import { createProjectOperations } from './project/operations.ts'
import { createProjectMergeOperations } from './project-merge/operations.ts'
import { createProofOperations } from './proof/operations.ts'
import {
  type AgentMemoryHandlers,
  createAgentMemoryOperations,
} from './proposals/agent-operations.ts'
import type { LearningPorts } from './reader/jobs.ts'
import { createReaderOperations } from './reader/operations.ts'
import { createLearnedOperations } from './recall/learned-operations.ts'
import {
  createIdOperations,
  createRecallOperations,
  type RecallOperationPorts,
} from './recall/operations.ts'
import { createReviewOperations, type ReviewPorts } from './review/operations.ts'
import { type QueuePorts, readQueue } from './review/read-queue.ts'
import { isHint } from './review/review-item.ts'
import { createSettingsOperations } from './settings/operations.ts'
import { createHostOperations, type HostPorts } from './setup/operations.ts'
import { whyWaiting } from './team/client/approval/approval.ts'
import { closingPages, erasingHistory, erasingPages, refreshWikis } from './wiki/erase-pages.ts'
import { movingPages } from './wiki/move-renamed-wikis.ts'
import { createWikiOperations } from './wiki/operations.ts'
import type { WikiFilePorts } from './wiki/wiki-ports.ts'

export interface OperationPorts
  extends Store,
    Pick<Runtime, 'clock' | 'hash' | 'redactor'>,
    Pick<ScopePorts, 'projectOf' | 'caller'>,
    Omit<StatusPorts, 'config'>,
    Pick<HostPorts, 'connectedHosts'>,
    Pick<GuardPorts, 'guardHosts' | 'publishGuards'>,
    Omit<SubscriberPorts, 'lifecycle'>,
    Pick<PreviewPorts, 'lookUp' | 'findHost' | 'recentChanges' | 'withoutPrivate'> {
  readonly config: () => Pick<
    Config,
    'budget' | 'learning' | 'models' | 'context' | 'mcp' | 'halfLives'
  >
  readonly indexing: RecallOperationPorts['indexing']
  readonly findNear?: RecallOperationPorts['findNear']
  readonly readMeanings?: QueuePorts['readMeanings']
  readonly readDocument?: ReadDocument
  readonly repositories: RepositoryReader
  readonly commitReader: CommitReader
  readonly runMemoryChecks: RunChecks
  readonly findLastChanges: FindLastChanges
  readonly readBranchStates: ReadBranchStates
  readonly extraction: LearningPorts
  readonly approvePerson?: ReviewPorts['approvePerson']
  readonly settings: Settings
  readonly deleting: Omit<DeletionOperationPorts, 'refreshPages'>
  readonly health: Omit<HealthPorts, 'getHosts'>
  /** Rebuilds all derived data. */
  readonly rebuild: () => Promise<OutputOf<'rebuild'>>
  readonly importControl: ImportControl
  readonly wiki: WikiFilePorts
}

/** Overrides for agents. */
export function createAgentOperations(ports: OperationPorts): AgentMemoryHandlers {
  const agentChanges = () => ports.config().mcp.agentChanges
  return createAgentMemoryOperations({ ...memoryPortsOf(ports), agentChanges })
}

export function createOperations(ports: OperationPorts): OperationHandlers {
  const memoryPorts = memoryPortsOf(ports)
  const { findProject, findSession } = memoryPorts
  const hostOperations = createHostOperations(ports)
  const readerOperations = createReaderOperations({
    ...memoryPorts,
    ...ports,
    findProject,
    findSession,
    learning: ports.extraction,
  })
  const holdsBack = () => ports.config().learning.proof
  const recallOperations = createRecallOperations({ ...ports, scopes: memoryPorts })
  const wikiPorts = lazily(() => ({
    ...memoryPorts,
    ...ports.wiki,
    changes: ports.indexing.changes,
  }))
  return {
    ...erasingPages(createMemoryOperations(memoryPorts), wikiPorts),
    ...createMemoryBatchOperations(memoryPorts),
    ...createConsolidationOperations({ ...ports, findProject }),
    ...createReviewOperations({
      ...{ ...ports, findProject },
      whyWaiting: (memory) => whyWaiting(memory, ports.team),
    }),
    ...createGuardOperations(ports),
    ...createCheckOperations({ ...ports, ...memoryPorts }),
    ...createLearnedOperations({ ...ports, findProject }),
    ...recallOperations,
    ...createIdOperations(ports),
    ...createCommitOperations(ports),
    ...createContextOperations({
      ...ports,
      search: ports.indexing.search,
      settings: () => contextSettings(ports.config()),
      holdsBack,
      recap: createRecap(ports),
      findProject,
    }),
    ...createContextStatsOperations({ ...ports, findProject }),
    ...movingPages(createProjectOperations({ ...ports, findProject }), wikiPorts),
    ...closingPages(createProjectMergeOperations({ ...ports, findProject }), wikiPorts),
    ...createCostOperations({
      ...ports,
      findProject,
      async findSession(reference) {
        const found = await findSession(reference)
        if (!found) throw missingSession(reference)
        return found
      },
    }),
    ...createGrowthOperations({ ...ports, findProject }),
    ...createHotspotOperations({ ...ports, findProject }),
    ...createMemoryGroupOperations({ ...ports, findProject }),
    ...createProofOperations({ ...ports, findProject, search: ports.indexing.search, holdsBack }),
    ...readerOperations,
    ...createSubscriberOperations(ports),
    ...createSettingsOperations(ports),
    ...erasingHistory(
      createDeletionOperations(
        { ...ports.deleting, refreshPages: () => refreshWikis(wikiPorts) },
        { findProject, findSession },
      ),
      wikiPorts,
    ),
    ...hostOperations,
    checkHealth: (input) =>
      checkHealth({ ...ports.health, ...hostOperations, lookUp: ports.lookUp }, input),
    rebuild: () => ports.rebuild(),
    ...createImportOperations(ports.importControl, ports.memories),
    ...createWikiOperations(
      lazily(() => ({
        ...wikiPorts,
        recall: recallOperations.recall,
        readReview: (projectId: string | undefined) => readQueue(projectId, ports),
      })),
    ),
    ...createStatusOperations(ports),
    ...createOverviewOperations({
      ...ports,
      readReview: async () => (await readQueue(undefined, ports)).filter((item) => !isHint(item)),
      readUnread: async () => (await readerOperations.listUnread({})).sessions,
    }),
    ...createSessionOperations({ ...ports, findProject }),
  }
}

function memoryPortsOf(ports: OperationPorts) {
  const { history, projects } = ports
  return {
    ...ports,
    findProject: async (reference: string) => pickProject(await projects.list(), reference),
    async findSession(reference: string) {
      const id = await history.sessionId(reference)
      return id === undefined ? undefined : { id }
    },
    isSharedSession: history.isSharedSession,
    headOf: async (id: string) => ports.extraction.commitOf((await projects.find(id))?.root),
  }
}
