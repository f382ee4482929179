/**
 * Answers a failed tool call with a known remedy, once for each kind of failure in a session: a memory
 * about the failure, or what made the command pass before.
 */

import { toAction } from '../activity/to-action.ts'
import { knowsSignature } from '../failures/failure-signatures.ts'
import { readRun } from '../failures/follow-failures.ts'
import { findUntrue, type UntruePorts } from '../memory/untrue/find-untrue.ts'
import type { Hash } from '../model/content-key.ts'
import { type ContextPlan, hostSessionOf } from '../model/context.ts'
import type { HostEvent } from '../model/host-event.ts'
import type { Memory, ScopeAddress } from '../model/memory.ts'
import type { FailureStore } from '../ports/failure-store.ts'
import type { History } from '../ports/history.ts'
import type { Shown } from '../ports/injection-store.ts'
import type { MemoryStore } from '../ports/memory-store.ts'
import type { SearchFilter, SearchIndex } from '../ports/search-index.ts'
import { gatherPool } from '../recall/gather-pool.ts'
import { parseQuery, planQuery, termsToWeigh } from '../recall/plan-query.ts'
import { type RankedDocument, rankPool } from '../recall/ranking/rank.ts'
import { defaultWeights, type RankingWeights } from '../recall/ranking/weights.ts'
import { addOrExplain, createBlock, lineFromMemory } from './block/block.ts'
import { evidenceOf } from './evidence/evidence.ts'
import { describeEvidence, findSharing } from './evidence/shared-evidence.ts'
import { factsOf, noCall, patternsOf, runsAll } from './guards/tool-patterns.ts'
import { type HostMoment, type MomentPorts, recordMoment } from './host-moment.ts'
import { type FailedCommand, type RecordedRemedyPorts, recordedRemedy } from './recorded-remedy.ts'
import { addressesFor, isInjectable } from './situation.ts'

export interface GiveRemedyPorts
  extends RecordedRemedyPorts,
    MomentPorts,
    Pick<UntruePorts, 'readBranchStates' | 'runMemoryChecks' | 'reviews'> {
  readonly failures: Pick<FailureStore, 'resolved' | 'stepsAfter' | 'unresolved'>
  readonly memories: Pick<MemoryStore, 'findMany'>
  readonly search: SearchIndex
  readonly history: Pick<History, 'sessionId' | 'sessionOfMemory' | 'hasReadForeign' | 'learnedAt'>
}

/** @returns the block; empty if nothing is known, or the session has it already */
export async function giveRemedy(moment: HostMoment, ports: GiveRemedyPorts): Promise<string> {
  const failed = failedCommand(moment.event, ports.hash)
  if (!failed) return ''
  const shown = await ports.injections.shownTo(hostSessionOf(moment.event))
  const isAnswered = failed.hashes.some((each) => shown.subjects.has(each))
  return isAnswered ? '' : give(failed, shown, moment, ports)
}

/** The session has moved on from older failures. */
const mostAgeMs = 3_600_000

/** For hosts that take nothing after a failed command: the same with the next prompt. */
export async function giveLateRemedy(moment: HostMoment, ports: GiveRemedyPorts): Promise<string> {
  const sessionId = await ports.history.sessionId(moment.event.sessionId)
  if (sessionId === undefined) return ''
  const since = new Date(ports.clock.now().getTime() - mostAgeMs).toISOString()
  const open = await ports.failures.unresolved(sessionId, since)
  if (open.length === 0) return ''
  const shown = await ports.injections.shownTo(hostSessionOf(moment.event))
  const hashes = open.map(({ signature }) => signature).filter((each) => !shown.subjects.has(each))
  return give({ signatures: [], hashes, keys: [], text: '', call: noCall }, shown, moment, ports)
}

async function give(
  failed: FailedCommand,
  shown: Shown,
  moment: HostMoment,
  ports: GiveRemedyPorts,
): Promise<string> {
  const { event, caller } = moment
  const place = await moment.findPlace()
  if (place.kind === 'disabled' || place.projectId === undefined) return ''
  const { projectId, root } = place
  const sessionId = await ports.history.sessionId(event.sessionId)
  const addresses = addressesFor({ caller, subagent: event.agent?.name, sessionId, projectId })
  const { mostCharacters } = moment
  const asked = { projectId, root, sessionId, addresses }
  const { plan, subject } = await planRemedy(
    { failed, shown: shown.memoryIds, place: asked, mostCharacters, heldBack: moment.heldBack },
    ports,
  )
  if (plan.lines.length === 0 || subject === undefined) return ''
  return recordMoment({ kind: 'failure', projectId, subject, plan }, moment, ports)
}

interface RemedyQuestion extends Pick<HostMoment, 'heldBack'> {
  readonly failed: FailedCommand
  /** Memories that the session was shown. */
  readonly shown: ReadonlySet<string>
  readonly place: RemedyPlace
  readonly mostCharacters: number
}

/** What planning needs; nothing is recorded. */
export type RemedyReader = Omit<GiveRemedyPorts, 'ids' | 'injections'>

export async function planRemedy(
  { failed, shown, place, mostCharacters, heldBack }: RemedyQuestion,
  ports: RemedyReader,
): Promise<{ readonly plan: ContextPlan; readonly subject: string | undefined }> {
  const bounds = { tokens: Number.POSITIVE_INFINITY, bytes: mostCharacters }
  const block = createBlock(bounds, ports.clock.now(), { heldBack })
  const consider = async (memory: Memory, reason: string, lacking: string | undefined) => {
    const isOwn = (await ports.history.sessionOfMemory(memory.id)) === (place.sessionId ?? '')
    const known = shown.has(memory.id) ? 'already shown in this session' : undefined
    const untrue = (await findUntrue([memory], place.root, ports)).get(memory.id)
    const obstacle = known ?? (isOwn ? 'learned in this session' : undefined) ?? untrue ?? lacking
    return addOrExplain(block, lineFromMemory(memory, 'failure', reason), obstacle)
  }
  const remembered = await addRemembered(failed, place, consider, ports)
  if (remembered !== undefined) return { plan: block.plan(), subject: remembered }
  const recorded = await recordedRemedy(failed, place, ports)
  if (recorded) {
    const subject = block.add(recorded.line) ? recorded.subject : undefined
    return { plan: block.plan(), subject }
  }
  const subject = await addSharing(failed, place, consider, ports)
  return { plan: block.plan(), subject }
}

/** Adds the memory unless something is lacking. @returns whether it was added */
type Consider = (memory: Memory, reason: string, lacking: string | undefined) => Promise<boolean>

/** @returns undefined if no command failed */
export function failedCommand(
  { detail }: Pick<HostEvent, 'detail'>,
  hash: Hash,
): FailedCommand | undefined {
  if (detail.kind !== 'tool') return undefined
  const { toolName, input, output, outcome } = detail
  const run = readRun({ id: '', toolName, input, output, outcome })
  if (run?.kind !== 'failed') return undefined
  const { signatures, checks } = run
  const keys = checks.map(([own]) => own)
  const action = toAction({ id: '', toolName, input, output, outcome }, undefined)
  const text = `${action.command ?? ''}\n${action.output.slice(-charactersOfOutput)}`
  const call = factsOf({ toolName, input }, undefined, undefined)
  return { signatures, hashes: signatures.map(hash), keys, text, call }
}

/** The complaint comes last. */
const charactersOfOutput = 1_500

interface RemedyPlace {
  readonly projectId: string
  /** The work tree. */
  readonly root: string | undefined
  /** The session that failed; its own repairs are not given to it. */
  readonly sessionId: string | undefined
  /** Where the memories that may be given belong. */
  readonly addresses: readonly ScopeAddress[]
}

const mostMemories = 10

/** Memories that name the complaint. @returns the complaint's hash, if one was added */
async function addRemembered(
  { signatures, hashes }: FailedCommand,
  { addresses }: RemedyPlace,
  consider: Consider,
  ports: RemedyReader,
): Promise<string | undefined> {
  const now = ports.clock.now()
  for (const [index, signature] of signatures.entries()) {
    const words = signature.slice(signature.indexOf(' ') + 1)
    const ranked = await matchMemories(words, addresses, now, ports.search)
    const ids = ranked.slice(0, mostMemories).map(({ document }) => document.id)
    const known = (await ports.memories.findMany(ids)).filter(
      (memory) =>
        isFix(memory) && isInjectable(memory, now) && knowsSignature(memory.content, signature),
    )
    for (const memory of known.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))) {
      if (await consider(memory, 'a memory of this failure', undefined)) return hashes[index] ?? ''
    }
  }
  return undefined
}

const isFix = ({ kind }: Memory) => kind === 'fix' || kind === 'workaround'

/** Memories that share words with the command and its output, whatever it complains of. */
async function addSharing(
  { text, call }: FailedCommand,
  { projectId, addresses }: RemedyPlace,
  consider: Consider,
  ports: RemedyReader,
): Promise<string | undefined> {
  const now = ports.clock.now()
  const filter = {
    types: ['memory' as const],
    kinds: ['fix', 'workaround', 'procedure'],
    scopes: addresses,
    validNow: now.toISOString(),
    withoutCandidates: true,
  }
  const found = (await findSharing(evidenceOf(text), filter, projectId, ports)).slice(
    0,
    mostMemories,
  )
  const memories = await ports.memories.findMany(found.map(({ document }) => document.id))
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  for (const shared of found) {
    const memory = byId.get(shared.document.id)
    if (!memory || !isInjectable(memory, now)) continue
    const reason = describeEvidence(shared)
    const isEnough = shared.amount >= evidenceNeeded
    // How to run the command is no help with its failure.
    const isDone = memory.kind === 'procedure' && runsAll(patternsOf(memory), call)
    const tooLittle = isEnough ? undefined : `${reason}; needs ${evidenceNeeded}`
    const lacking = tooLittle ?? (isDone ? 'asks for the command that failed' : undefined)
    if (await consider(memory, reason, lacking)) return ports.hash(`memory ${memory.id}`)
  }
  return undefined
}

/** More than at a prompt: output shares words with much that it is not about. */
const evidenceNeeded = 9

/** Smaller than recall's: an agent is waiting, and only the rarest words matter. */
const weights: RankingWeights = {
  ...defaultWeights,
  lookupPostings: 4_000,
  pool: 80,
  relatedPool: 20,
}

/** In a small store, a question asked twice would make its words look common. */
const leastDocuments = 200

/** Ranks memories by how well they match a text, as recall does; ties by id. */
async function matchMemories(
  text: string,
  addresses: readonly ScopeAddress[],
  now: Date,
  index: SearchIndex,
): Promise<RankedDocument[]> {
  const query = parseQuery(text, now)
  if (query.terms.length === 0) return []
  const { total, byTerm } = await index.frequencies(termsToWeigh(query))
  const frequencies = { total: Math.max(total, leastDocuments), byTerm }
  const plan = planQuery(query, frequencies, weights)
  const filter: SearchFilter = {
    types: ['memory'],
    scopes: addresses,
    validNow: now.toISOString(),
    withoutCandidates: true,
  }
  const pool = await gatherPool(plan, filter, index, weights)
  return rankPool(plan, pool, weights).sort(
    (a, b) => b.match - a.match || (a.document.id < b.document.id ? -1 : 1),
  )
}
