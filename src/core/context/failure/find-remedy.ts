/** Finds the known way out of a failure: a memory that knows it, or what made the command pass before. */

import { toAction } from '../../activity/to-action.ts'
import { knowsSignature } from '../../failures/knows-signature.ts'
import { checkKeys, readRun } from '../../failures/read-run.ts'
import { plainCommand, preparingCommand, remedyText } from '../../failures/remedy-text.ts'
import type { Hash } from '../../model/content-key.ts'
import type { HostEvent } from '../../model/host-event.ts'
import type { Memory, ScopeAddress } from '../../model/memory.ts'
import type { History } from '../../ports/history.ts'
import type { FailureReader, RepairSteps, ResolvedFailure } from '../../ports/learning.ts'
import type { MemoryReader } from '../../ports/memory-store.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { SearchIndex } from '../../ports/search-index.ts'
import { asksForForeign, type OriginPorts } from '../../provenance/origins.ts'
import { lineFromMemory, type NewLine } from '../block/block.ts'
import { isInjectable } from '../situation.ts'
import { matchMemories } from './match-memories.ts'

export interface RemedyPorts extends OriginPorts {
  readonly failures: Pick<FailureReader, 'resolved' | 'stepsAfter' | 'unresolved'>
  readonly memories: Pick<MemoryReader, 'findMany'>
  readonly search: SearchIndex
  readonly history: Pick<History, 'sessionId' | 'sessionOfMemory' | 'hasReadForeign'>
  readonly clock: Clock
  readonly hash: Hash
}

export interface FailedCommand {
  /** Empty where only hashes are known. */
  readonly signatures: readonly string[]
  readonly hashes: readonly string[]
  readonly keys: readonly string[]
}

export interface Remedy {
  /** The signature it is about, hashed. */
  readonly subject: string
  readonly line: NewLine
}

/** @returns undefined if the tool call did not fail, or says nothing specific about it */
export function failedCommand({ detail }: HostEvent, hash: Hash): FailedCommand | undefined {
  if (detail.kind !== 'tool') return undefined
  const { toolName, input, output, outcome } = detail
  const tool = { id: '', toolName, input, output, outcome }
  const run = readRun(tool)
  if (run?.kind !== 'failed' || run.signatures.length === 0) return undefined
  const keys = checkKeys(toAction(tool, undefined).command ?? '')
  return { signatures: run.signatures, hashes: run.signatures.map(hash), keys }
}

export interface RemedyPlace {
  readonly projectId: string
  /** Of the session that failed, which need not be told what it did itself. */
  readonly sessionId: string | undefined
  /** Of the memories that may be given. */
  readonly addresses: readonly ScopeAddress[]
}

export async function findRemedy(
  failed: FailedCommand,
  place: RemedyPlace,
  ports: RemedyPorts,
): Promise<Remedy | undefined> {
  return (await rememberedRemedy(failed, place, ports)) ?? recordedRemedy(failed, place, ports)
}

const mostMemories = 10

async function rememberedRemedy(
  { signatures, hashes }: FailedCommand,
  { sessionId, addresses }: RemedyPlace,
  ports: RemedyPorts,
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
    const ordered = known.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    for (const memory of ordered) {
      if ((await ports.history.sessionOfMemory(memory.id)) === (sessionId ?? '')) continue
      const line = lineFromMemory(memory, 'failure', 'a memory of this failure')
      return { subject: hashes[index] ?? '', line }
    }
  }
  return undefined
}

const isFix = ({ kind }: Memory) => kind === 'fix' || kind === 'workaround'

async function recordedRemedy(
  { signatures, hashes, keys }: FailedCommand,
  { projectId, sessionId }: RemedyPlace,
  ports: RemedyPorts,
): Promise<Remedy | undefined> {
  const found = await ports.failures.resolved(hashes, { projectId, exceptSession: sessionId })
  const clearest = await findClearest(found, ports)
  if (!clearest) return undefined
  const { failure } = clearest
  const signature = signatures[hashes.indexOf(failure.signature)]
  const command = withoutWrapper(keys, failure, ports.hash)
  return {
    subject: failure.signature,
    line: {
      section: 'failure',
      id: failure.failed.sessionId,
      kind: 'digest',
      trust: 'agent',
      at: failure.failed.at,
      text: remedyText({ ...clearest, signature, command }, ports.clock.now()),
      reason: 'failed like this before',
    },
  }
}

const mostCompared = 6

interface Compared extends RepairSteps {
  readonly failure: ResolvedFailure
  readonly clarity: number
}

/** One that passed in its own session after an edit shows best what helped; the latest of several. */
async function findClearest(
  found: readonly ResolvedFailure[],
  ports: RemedyPorts,
): Promise<Compared | undefined> {
  const compared: Compared[] = []
  for (const failure of found.slice(0, mostCompared)) {
    const steps = await tellingSteps(failure, ports)
    if (await wasHelpedFromOutside(failure, steps, ports)) continue
    const isOneSession = failure.failed.sessionId === failure.passed.sessionId
    const isTelling = saysWhatHelped(steps)
    compared.push({ failure, ...steps, clarity: (isOneSession ? 2 : 0) + (isTelling ? 1 : 0) })
    if (isOneSession && isTelling) break
  }
  return compared.toSorted((a, b) => b.clarity - a.clarity)[0]
}

/** A package or an address that came from outside is not passed on, even if it helped. */
async function wasHelpedFromOutside(
  { failed }: ResolvedFailure,
  { commands }: RepairSteps,
  ports: RemedyPorts,
): Promise<boolean> {
  if (commands.length === 0) return false
  const spans = commands.map((command) => `\`${command}\``).join('\n')
  return asksForForeign(spans, await ports.history.hasReadForeign(failed.sessionId), ports)
}

/** What was done while the complaint stood; if that says nothing, until the command passed. */
async function tellingSteps(
  failure: ResolvedFailure,
  { failures }: RemedyPorts,
): Promise<RepairSteps> {
  const early = await failures.stepsAfter(failure, 'gone')
  return saysWhatHelped(early) ? early : failures.stepsAfter(failure, 'passed')
}

const saysWhatHelped = ({ files, commands }: RepairSteps) =>
  files.length > 0 || preparingCommand(commands) !== undefined

function withoutWrapper(
  keys: readonly string[],
  { passedKey }: ResolvedFailure,
  hash: Hash,
): string | undefined {
  const wrapped = keys.map((key) => key.split(' ').slice(1).join(' '))
  return wrapped.find((key) => plainCommand.test(key) && hash(key) === passedKey)
}
