/**
 * Context directly from the database if no daemon runs. The agent waits, so this loads as little as
 * possible. A missing database, or one of another version, gives no context.
 */

import { statSync } from 'node:fs'
import { runMemoryChecks } from '../../adapters/filesystem/run-checks.ts'
import { isConnected } from '../../adapters/filesystem/tool-connections.ts'
import { findHostProtocol } from '../../adapters/hosts/hosts.ts'
import { createIdSource, sha256 } from '../../adapters/ids.ts'
import { removePrivateSpans } from '../../adapters/redaction/marker.ts'
import { Database } from '../../adapters/sqlite/connection/database.ts'
import { isCurrent } from '../../adapters/sqlite/connection/migrate.ts'
import { withOwnTransactions } from '../../adapters/sqlite/connection/own-transactions.ts'
import { createChangeFeed } from '../../adapters/sqlite/history/change-feed.ts'
import { createFailureStore } from '../../adapters/sqlite/history/failure-store.ts'
import {
  createProjectStore,
  createPromotionStore,
} from '../../adapters/sqlite/history/project-store.ts'
import { createDigestReader } from '../../adapters/sqlite/history/read-digests.ts'
import { createSessionReader } from '../../adapters/sqlite/history/sessions.ts'
import { createAskStore } from '../../adapters/sqlite/memory/ask-store.ts'
import { createConsolidationStore } from '../../adapters/sqlite/memory/consolidation-store.ts'
import { createOriginStore } from '../../adapters/sqlite/memory/extraction-store.ts'
import { createGuardStore } from '../../adapters/sqlite/memory/guard-store.ts'
import { createInjectionStore } from '../../adapters/sqlite/memory/injection-store.ts'
import { createMemoryReader } from '../../adapters/sqlite/memory/memory-reader.ts'
import { createProofStore } from '../../adapters/sqlite/memory/proof-store.ts'
import { createReviewStore } from '../../adapters/sqlite/memory/review-store.ts'
import { createSearchIndex } from '../../adapters/sqlite/search/search-index.ts'
import type { Config } from '../../contract/config.ts'
import type { Digest } from '../../contract/digest.ts'
import { parsePayload } from '../../core/capture/repair-json.ts'
import { addNotice, lostEventsNotice } from '../../core/context/block/render-context.ts'
import { giveContext } from '../../core/context/give-context.ts'
import { judgeCall } from '../../core/context/guards/judge-call.ts'
import type { RecapReader } from '../../core/context/situation.ts'
import type { CallerNames } from '../../core/model/caller-names.ts'
import type { HostEvent } from '../../core/model/host-event.ts'
import type { HostProtocol } from '../../core/ports/host.ts'
import { noChanges, type ReadBranchStates } from '../../core/ports/repository.ts'
import { storedLocation } from '../../core/project/register.ts'
import { resolveProject } from '../../core/project/resolve.ts'
import { readLostEvents } from '../../home/lost-events.ts'
import { homePaths } from '../../home/paths.ts'
import { readPlainConfig } from '../../home/plain-config.ts'
import { createDocumentReader } from '../documents/read-document.ts'
import { projectPorts } from '../project-ports.ts'
import { projectSurroundings, systemClock } from '../surroundings.ts'

export interface DirectQuestion {
  readonly root: string
  readonly userHome: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly host: string
  readonly event: string
  readonly payload: Buffer
  /** The hook's folder, and THROUGHLINE_PROJECT. */
  readonly folder: string | undefined
  readonly project: string | undefined
  readonly caller: CallerNames
  readonly remainingMs: () => number
}

/** Waiting for a lock blocks the process, and no deadline interrupts it. */
const mostPatienceMs = 100

/**
 * @returns what the hook prints; may be empty
 * @throws ThroughlineError if the database is locked or damaged
 */
export async function answerFromDatabase(question: DirectQuestion): Promise<string> {
  const paths = homePaths(question.root)
  const payload = parsePayload(question.payload.toString('utf8'))
  if (!hasDatabase(paths.database) || payload.kind === 'broken') return ''
  const host = findHostProtocol(question.host, payload.value)
  const event = host.parse(question.event, payload.value)
  const patienceMs = Math.min(question.remainingMs() / 4, mostPatienceMs)
  if (!event || patienceMs <= 0) return ''
  const database = new Database(paths.database, {
    ...{ patienceMs, mustExist: true, onlyTransactionsWrite: true },
  })
  try {
    return isCurrent(database) ? await answer(host, event, question, database) : ''
  } finally {
    database.close()
  }
}

async function answer(
  host: HostProtocol,
  event: HostEvent,
  question: DirectQuestion,
  database: Database,
): Promise<string> {
  const folder = event.cwd ?? question.folder
  const { findPlace, config } = await lookAround(folder, question, database)
  const isLate = () => question.remainingMs() <= 0
  const asking = { host, event, folder, caller: question.caller, findPlace, isLate }
  const ports = portsOn(database, question)
  const verdict = await judgeCall(asking, ports)
  if (verdict) return host.renderVerdict(event.name, verdict)
  const block = await giveContext(asking, ports, config)
  const readNotice = () => lostEventsNotice(readLostEvents(homePaths(question.root)))
  return host.renderAnswer(event.name, addNotice(block, event, config.context, readNotice))
}

/** Loads schemas and patterns only for settings that need them. */
async function lookAround(
  folder: string | undefined,
  { root, userHome, env, project }: DirectQuestion,
  database: Database,
) {
  const ids = { next: needsMore }
  const projects = createProjectStore(database, { clock: systemClock, ids })
  const surroundings = projectSurroundings(userHome)
  const ports = projectPorts(ids)
  const paths = homePaths(root)
  const plain = isSwitched(env) ? undefined : readPlainConfig(paths.config, { trustsTexts: true })
  if (plain && hasPlainProjects(plain)) {
    const markers = { useMarkers: true, markerWrites: 'refresh' } as const
    const rules = { ...surroundings, override: project, ...markers }
    const findPlace = async () =>
      storedLocation(await resolveProject(folder ?? '', rules, ports), { ...ports, projects })
    return { findPlace, config: plain }
  }
  const { loadConfig } = await import('../../home/config.ts')
  const { createProjectLocator } = await import('../../core/project/project-locator.ts')
  const config = loadConfig(paths.config, env)
  const parts = { config: () => config, surroundings, ports, projects, clock: systemClock }
  // Redaction rules are slow to load, and nothing is written here.
  const looking = { redact: (text: string) => text, onNotice: () => undefined }
  const locator = createProjectLocator({ ...parts, ...looking })
  return { findPlace: () => locator.lookUp(folder, project), config }
}

const hasDatabase = (file: string) => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0

/** Whether the environment overrides the file. */
function isSwitched(env: DirectQuestion['env']): boolean {
  return Boolean(env.THROUGHLINE_ENABLED || env.THROUGHLINE_DISABLED_PROJECTS)
}

/** Whether git and markers alone identify projects; matching patterns needs a library. */
function hasPlainProjects(config: Config): boolean {
  const { enabled, projectMarker, disabledProjects, projectNames } = config
  const isNamed = Object.keys(projectNames).length > 0
  return enabled && projectMarker && disabledProjects.length === 0 && !isNamed
}

function portsOn(database: Database, { root, userHome, env }: DirectQuestion) {
  const stores = {
    memories: createMemoryReader(database),
    search: createSearchIndex(database),
    digests: createDigestReader(database, trustDigest),
    injections: createInjectionStore(database),
    guards: createGuardStore(database),
    proofs: createProofStore(database),
    asks: createAskStore(database),
    failures: createFailureStore(database),
    origins: createOriginStore(database),
    changes: createChangeFeed(database),
    consolidations: createConsolidationStore(database),
    reviews: createReviewStore(database),
    promotions: createPromotionStore(database),
    history: createSessionReader(database),
  }
  const write = (store: string, method: string, values: unknown[]) =>
    database.transaction(() => Reflect.get(Reflect.get(stores, store), method)(...values))
  return {
    ...withOwnTransactions(stores, write),
    hasTools: (host: string, folder: string) => isConnected(homePaths(root), { host, folder }),
    readDocument: createDocumentReader({ userHome, env }),
    ids: createIdSource(systemClock, plainRandom),
    clock: systemClock,
    // Comparing every file of a work tree takes longer than everything else.
    recentChanges: async () => noChanges,
    readBranchStates,
    runMemoryChecks,
    withoutPrivate: removePrivateSpans,
    hash: sha256,
    recap: readRecap(database),
  }
}

/** Loads the reader of turns only after a compaction or at a resume. */
function readRecap(database: Database): RecapReader {
  return async (...asked) => {
    const { createTurnReader } = await import('../../adapters/sqlite/history/turns.ts')
    const { createRecap } = await import('../../core/digest/recap/create-recap.ts')
    const digests = createDigestReader(database, trustDigest)
    const history = { ...createSessionReader(database), ...createTurnReader(database) }
    const origins = createOriginStore(database)
    const changes = createChangeFeed(database)
    return createRecap({ history, digests, origins, changes })(...asked)
  }
}

/** Loads the reader of histories only if a memory was learned on another branch. */
const readBranchStates: ReadBranchStates = async (...asked) => {
  const branches = await import('../../adapters/git/branches.ts')
  return branches.readBranchStates(...asked)
}

/** Nothing is gained by guessing an injection's id. */
const plainRandom = () => Buffer.from(Array.from({ length: 8 }, () => Math.random() * 256))

/** We wrote it at this schema version, so skip validation. */
const trustDigest = (value: unknown): Digest => value as Digest

function needsMore(): never {
  throw new Error('this takes more than reading')
}
