/**
 * The remedy on record: a command that failed like this before and passed later, with what was done
 * in between.
 */
import { commandKeys } from '../activity/command-line.ts'
import { helpfulCommand, plainCommand, remedyText } from '../failures/remedy-text.ts'
import type { Hash } from '../model/content-key.ts'
import type { FailureStore, RepairSteps, ResolvedFailure } from '../ports/failure-store.ts'
import type { History } from '../ports/history.ts'
import type { Clock } from '../ports/runtime.ts'
import { asksForForeign, type OriginPorts } from '../provenance/origins.ts'
import type { NewLine } from './block/block.ts'
import type { CallFacts } from './guards/tool-patterns.ts'

export interface RecordedRemedyPorts extends OriginPorts {
  readonly failures: Pick<FailureStore, 'resolved' | 'stepsAfter'>
  readonly history: Pick<History, 'hasReadForeign'>
  readonly clock: Clock
  readonly hash: Hash
}

export interface FailedCommand {
  /** Empty if only hashes are known. */
  readonly signatures: readonly string[]
  readonly hashes: readonly string[]
  readonly keys: readonly string[]
  /** The command and the end of its output. */
  readonly text: string
  readonly call: CallFacts
}

export interface Remedy {
  /** The signature it is about, hashed. */
  readonly subject: string
  readonly line: NewLine
}

/** @param place the session that failed: its own repairs are not given to it */
export async function recordedRemedy(
  { signatures, hashes, keys }: FailedCommand,
  place: { readonly projectId: string; readonly sessionId: string | undefined },
  ports: RecordedRemedyPorts,
): Promise<Remedy | undefined> {
  const { projectId, sessionId: exceptSession } = place
  const found = await ports.failures.resolved(hashes, { projectId, exceptSession })
  const clearest = await findClearest(found, keys, ports)
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
  readonly helper: string | undefined
  readonly clarity: number
}

/** A failure that passed in its own session after an edit shows best what helped; the latest first. */
async function findClearest(
  found: readonly ResolvedFailure[],
  keys: readonly string[],
  ports: RecordedRemedyPorts,
): Promise<Compared | undefined> {
  const compared: Compared[] = []
  for (const failure of found.slice(0, mostCompared)) {
    const isCheck = (command: string) => isRunOf(command, keys, failure, ports.hash)
    const steps = await tellingSteps(failure, isCheck, ports)
    if (await usedForeignHelp(failure, steps, ports)) continue
    const isOneSession = failure.failed.sessionId === failure.passed.sessionId
    const isTelling = steps.files.length > 0 || steps.helper !== undefined
    compared.push({ failure, ...steps, clarity: (isOneSession ? 2 : 0) + (isTelling ? 1 : 0) })
    if (isOneSession && isTelling) break
  }
  return compared.toSorted((a, b) => b.clarity - a.clarity)[0]
}

/** A package or URL that came from foreign text is not passed on, even if it helped. */
async function usedForeignHelp(
  { failed, passed }: ResolvedFailure,
  { commands }: RepairSteps,
  ports: RecordedRemedyPorts,
): Promise<boolean> {
  if (commands.length === 0) return false
  const spans = commands.map((command) => `\`${command}\``).join('\n')
  const { history } = ports
  const hasReadForeign =
    (await history.hasReadForeign(failed.sessionId)) ||
    (await history.hasReadForeign(passed.sessionId))
  return asksForForeign(spans, hasReadForeign, ports, passed.eventId)
}

/** What was done until the complaint was gone; if that says nothing, until the command passed. */
async function tellingSteps(
  failure: ResolvedFailure,
  isCheck: (command: string) => boolean,
  { failures }: RecordedRemedyPorts,
): Promise<RepairSteps & { readonly helper: string | undefined }> {
  const early = await failures.stepsAfter(failure, 'gone')
  const helper = helpfulCommand(early.commands, isCheck)
  if (early.files.length > 0 || helper !== undefined) return { ...early, helper }
  const all = await failures.stepsAfter(failure, 'passed')
  return { ...all, helper: helpfulCommand(all.commands, isCheck) }
}

/** The check that passed, or a run of the program that failed. */
function isRunOf(
  command: string,
  keys: readonly string[],
  { passedKey }: ResolvedFailure,
  hash: Hash,
): boolean {
  const programs = keys.map((key) => key.split(' ')[0])
  return (
    programs.includes(command.split(' ')[0]) ||
    commandKeys(command).some((key) => hash(key) === passedKey)
  )
}

function withoutWrapper(
  keys: readonly string[],
  { passedKey }: ResolvedFailure,
  hash: Hash,
): string | undefined {
  const wrapped = keys.map((key) => key.split(' ').slice(1).join(' '))
  return wrapped.find((key) => plainCommand.test(key) && hash(key) === passedKey)
}
