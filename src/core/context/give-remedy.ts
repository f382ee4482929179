/**
 * Answers a failed tool call with a known remedy, once for each kind of failure in a session: a memory
 * about the failure, or what made the command pass before.
 */

import { toAction } from '../activity/to-action.ts'
import { knowsSignature } from '../failures/failure-signatures.ts'
import { readRun } from '../failures/follow-failures.ts'
import type { Hash } from '../model/content-key.ts'
import { hostSessionOf } from '../model/context.ts'
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
import { createBlock, lineFromMemory } from './block/block.ts'
import { evidenceOf } from './evidence/evidence.ts'
import { describeEvidence, findSharing } from './evidence/shared-evidence.ts'
import { type HostMoment, type MomentPorts, recordMoment } from './host-moment.ts'
import {
  type FailedCommand,
  type RecordedRemedyPorts,
  type Remedy,
  recordedRemedy,
} from './recorded-remedy.ts'
import { addressesFor, isInjectable } from './situation.ts'

export interface GiveRemedyPorts extends RecordedRemedyPorts, MomentPorts {
  readonly failures: Pick<FailureStore, 'resolved' | 'stepsAfter' | 'unresolved'>
  readonly memories: Pick<MemoryStore, 'findMany'>
  readonly search: SearchIndex
  readonly history: Pick<History, 'sessionId' | 'sessionOfMemory' | 'hasReadForeign'>
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
  return give({ signatures: [], hashes, keys: [], text: '' }, shown, moment, ports)
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
  const { projectId } = place
  const sessionId = await ports.history.sessionId(event.sessionId)
  const addresses = addressesFor({ caller, subagent: event.agent?.name, sessionId, projectId })
  const where = { projectId, sessionId, addresses }
  const remedy =
    (await rememberedRemedy(failed, shown, where, ports)) ??
    (await recordedRemedy(failed, where, ports)) ??
    (await sharingRemedy(failed, shown, where, ports))
  if (!remedy || shown.memoryIds.has(remedy.line.id)) return ''
  const bounds = { tokens: Number.POSITIVE_INFINITY, bytes: moment.mostCharacters }
  const block = createBlock(bounds, ports.clock.now())
  if (!block.add(remedy.line)) return ''
  const { subject } = remedy
  return recordMoment({ kind: 'failure', projectId, subject, plan: block.plan() }, moment, ports)
}

/** @returns undefined if no command failed */
function failedCommand({ detail }: HostEvent, hash: Hash): FailedCommand | undefined {
  if (detail.kind !== 'tool') return undefined
  const { toolName, input, output, outcome } = detail
  const run = readRun({ id: '', toolName, input, output, outcome })
  if (run?.kind !== 'failed') return undefined
  const { signatures, checks } = run
  const keys = checks.map(([own]) => own)
  const action = toAction({ id: '', toolName, input, output, outcome }, undefined)
  const text = `${action.command ?? ''}\n${action.output.slice(-charactersOfOutput)}`
  return { signatures, hashes: signatures.map(hash), keys, text }
}

/** The complaint comes last. */
const charactersOfOutput = 1_500

interface RemedyPlace {
  readonly projectId: string
  /** The session that failed; its own repairs are not given to it. */
  readonly sessionId: string | undefined
  /** Where the memories that may be given belong. */
  readonly addresses: readonly ScopeAddress[]
}

const mostMemories = 10

async function rememberedRemedy(
  { signatures, hashes }: FailedCommand,
  { memoryIds }: Shown,
  { sessionId, addresses }: RemedyPlace,
  ports: GiveRemedyPorts,
): Promise<Remedy | undefined> {
  const now = ports.clock.now()
  for (const [index, signature] of signatures.entries()) {
    const words = signature.slice(signature.indexOf(' ') + 1)
    const ranked = await matchMemories(words, addresses, now, ports.search)
    const ids = ranked.slice(0, mostMemories).map(({ document }) => document.id)
    const known = (await ports.memories.findMany(ids)).filter(
      (memory) =>
        isFix(memory) && isInjectable(memory, now) && knowsSignature(memory.content, signature),
    )
    const fresh = known.filter(({ id }) => !memoryIds.has(id))
    const ordered = fresh.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    for (const memory of ordered) {
      if ((await ports.history.sessionOfMemory(memory.id)) === (sessionId ?? '')) continue
      const line = lineFromMemory(memory, 'failure', 'a memory of this failure')
      return { subject: hashes[index] ?? '', line }
    }
  }
  return undefined
}

const isFix = ({ kind }: Memory) => kind === 'fix' || kind === 'workaround'

/** A memory that shares enough with the command and its output, whatever it complains of. */
async function sharingRemedy(
  { text }: FailedCommand,
  { memoryIds }: Shown,
  { projectId, sessionId, addresses }: RemedyPlace,
  ports: GiveRemedyPorts,
): Promise<Remedy | undefined> {
  const now = ports.clock.now()
  const filter = {
    types: ['memory' as const],
    kinds: ['fix', 'workaround', 'procedure'],
    scopes: addresses,
    validNow: now.toISOString(),
    withoutCandidates: true,
  }
  const found = await findSharing(evidenceOf(text), filter, projectId, ports)
  const enough = found.filter(({ amount }) => amount >= evidenceNeeded).slice(0, mostMemories)
  const memories = await ports.memories.findMany(enough.map(({ document }) => document.id))
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  for (const shared of enough) {
    const memory = byId.get(shared.document.id)
    if (!memory || memoryIds.has(memory.id) || !isInjectable(memory, now)) continue
    if ((await ports.history.sessionOfMemory(memory.id)) === (sessionId ?? '')) continue
    const line = lineFromMemory(memory, 'failure', describeEvidence(shared))
    return { subject: ports.hash(`memory ${memory.id}`), line }
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
