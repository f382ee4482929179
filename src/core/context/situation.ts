/** Who gets context, what they may see, and what they were shown before. */
import type { Config } from '../../contract/config.ts'
import { normaliseLine } from '../../contract/memory-text.ts'
import type { TrustLevel } from '../../contract/vocabulary.ts'
import type { MemoryMeanings } from '../embedding/compare-memories.ts'
import type { UntruePorts } from '../memory/untrue/find-untrue.ts'
import type { CallerNames } from '../model/caller-names.ts'
import type { ContextRequest } from '../model/context.ts'
import type { Memory, ScopeAddress } from '../model/memory.ts'
import type { DigestStore, History } from '../ports/history.ts'
import type { InjectionStore, Shown } from '../ports/injection-store.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { ConsolidationStore, ReviewStore } from '../ports/review-store.ts'
import type { Clock } from '../ports/runtime.ts'
import type { SearchIndex } from '../ports/search-index.ts'
import { findPromoted, type PromotedPorts } from './promoted.ts'

export interface ContextPorts
  extends PromotedPorts,
    Pick<UntruePorts, 'readBranchStates' | 'runMemoryChecks'> {
  readonly memories: Pick<MemoryStore, 'foremost' | 'findMany' | 'countValid'>
  readonly search: SearchIndex
  readonly digests: Pick<DigestStore, 'lastOf' | 'find'>
  readonly injections: Pick<InjectionStore, 'shownTo' | 'shownCounts'>
  readonly history: Pick<History, 'sessionId' | 'memoriesFrom' | 'learnedAt'>
  readonly consolidations: Pick<ConsolidationStore, 'contradictions'>
  readonly reviews: Pick<ReviewStore, 'checks' | 'decidedKeys' | 'nearPairs'>
  readonly clock: Clock
  /** Finds nothing without an embedder. Never loads a model. */
  readonly readMeanings?:
    | ((ids: readonly string[]) => Promise<MemoryMeanings | undefined>)
    | undefined
  /** Loaded only when needed: few events do. */
  readonly recap?: RecapReader
}

export interface RecapLine {
  readonly trust: TrustLevel
  readonly text: string
}

export type RecapLength = 'full' | 'short'

/** Upper limits, including the heading. */
export const recapTokens: Readonly<Record<RecapLength, number>> = { full: 700, short: 250 }

/** @param prompt the one being answered */
export type RecapReader = (
  sessionId: string,
  length: RecapLength,
  prompt: string | undefined,
) => Promise<readonly RecapLine[]>

/** Without half-lives, the defaults apply. */
export type ContextSettings = Config['context'] & Partial<Pick<Config, 'halfLives'>>

export function contextSettings({
  context,
  halfLives,
}: Pick<Config, 'context' | 'halfLives'>): ContextSettings {
  return { ...context, halfLives }
}

export interface Situation {
  readonly request: ContextRequest
  readonly settings: ContextSettings
  readonly now: Date
  /** Our id; undefined until the session is ingested. */
  readonly sessionId: string | undefined
  /** Nearest first. */
  readonly addresses: readonly ScopeAddress[]
  /** What this session was shown. */
  readonly shown: Shown
  /** Memories that the host reads in a file of its own, by that file. */
  readonly promoted: ReadonlyMap<string, string>
}

const nothingShown: Shown = {
  memoryIds: new Set(),
  sessionIds: new Set(),
  events: new Set(),
  subjects: new Set(),
  isCompacted: false,
  recapAt: undefined,
}

export async function readSituation(
  request: ContextRequest,
  ports: ContextPorts,
  settings: ContextSettings,
): Promise<Situation> {
  const { session, projectId, caller, agent = '' } = request
  const subagent = request.events.includes('subagent-start') ? agent : undefined
  const sessionId = session && (await ports.history.sessionId(session.hostSessionId))
  return {
    request,
    settings,
    now: ports.clock.now(),
    sessionId,
    addresses: addressesFor({ caller, subagent, sessionId, projectId }),
    shown: await shownTo(request, ports),
    // A subagent may not read the project's instructions.
    promoted: subagent === undefined ? await findPromoted(request, ports) : new Map(),
  }
}

async function shownTo(
  { session, quoted = [] }: ContextRequest,
  { injections }: ContextPorts,
): Promise<Shown> {
  const shown = session ? await injections.shownTo(session) : nothingShown
  return { ...shown, memoryIds: new Set([...shown.memoryIds, ...quoted]) }
}

export interface Recipient {
  /** Of the session, not of its subagents. */
  readonly caller: CallerNames
  /** Undefined for the session itself; a host may leave its subagents unnamed. */
  readonly subagent: string | undefined
  /** Our id. */
  readonly sessionId: string | undefined
  readonly projectId: string | undefined
}

/** The subagent, or else the agent and its sessions; then the project, then global. */
export function addressesFor(recipient: Recipient): ScopeAddress[] {
  const { subagent, projectId } = recipient
  return [
    ...(subagent === undefined ? ownAddresses(recipient) : agentAddresses(subagent)),
    ...(projectId === undefined ? [] : [{ scope: 'project' as const, scopeId: projectId }]),
    { scope: 'global', scopeId: '' },
  ]
}

function ownAddresses({ caller, sessionId }: Recipient): ScopeAddress[] {
  const sessions = [sessionId, caller.session].filter((id) => id !== undefined)
  return [
    ...agentAddresses(caller.agent),
    ...sessions.map((scopeId) => ({ scope: 'session' as const, scopeId })),
  ]
}

/** Normalised as when memories are written. */
function agentAddresses(agent = ''): ScopeAddress[] {
  const scopeId = normaliseLine(agent)
  return scopeId === '' ? [] : [{ scope: 'agent', scopeId }]
}

/** Candidates, tool output and web text are shown only on request. */
export function isInjectable(memory: Memory, now: Date): boolean {
  const { standing, trust, validFrom, validTo, updatedAt } = memory
  // A clock that was ahead must not hide memories.
  const isValid = validFrom <= now.toISOString() || validFrom <= updatedAt
  return standing === 'memory' && trust !== 'tool' && validTo === undefined && isValid
}
