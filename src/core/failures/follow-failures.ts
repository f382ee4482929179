/**
 * Tracks failed commands and what passed later, from the change feed: an idle daemon catches up, and
 * a new installation processes the whole history.
 */

import { commandKeys, commandsIn } from '../activity/command-line.ts'
import { isFailedCommand, type ToolRecord, toAction } from '../activity/to-action.ts'
import { outputText, parseOutput, wasRefused } from '../activity/tool-output.ts'
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import type { Hash } from '../model/content-key.ts'
import { isJsonObject } from '../model/json.ts'
import { feedStart } from '../ports/change-feed.ts'
import type { Store, StoreTransaction } from '../ports/store.ts'
import { signaturesIn } from './failure-signatures.ts'

export type FollowPorts = Pick<Store, 'transaction' | 'changes'>

const consumer = 'failures'
/** Outputs may be long. This keeps a transaction below 40 ms. */
const batchSize = 25

/** @returns the number of tool events read */
export async function followFailures(
  ports: FollowPorts,
  hash: Hash,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0
  while (!signal?.aborted) {
    const { changes } = await ports.changes.after(await ports.changes.cursor(consumer), 1, ofTools)
    if (changes.length === 0) break
    total += await ports.transaction((tx) => followBatch(tx, hash), { durable: false })
    await yieldToEventLoop()
  }
  return total
}

/** Starting over restores everything. */
export async function restartFailures(tx: StoreTransaction): Promise<void> {
  await tx.failures.clear()
  await tx.changes.advance(consumer, feedStart)
}

const ofTools = { subjects: ['tool-event' as const] }

async function followBatch(tx: StoreTransaction, hash: Hash): Promise<number> {
  const from = await tx.changes.cursor(consumer)
  const page = await tx.changes.after(from, batchSize, { ...ofTools, latestOnly: true })
  for (const { id, kind } of page.changes) {
    if (kind !== 'removed') await followToolEvent(tx, id, hash)
  }
  await tx.changes.advance(consumer, page.cursor)
  return page.changes.length
}

async function followToolEvent(tx: StoreTransaction, id: string, hash: Hash): Promise<void> {
  const tool = await tx.history.toolEvent(id)
  const run = tool && readRun(tool)
  if (!tool || !run) return
  const { sessionId } = tool
  // What a repository's chat claims to have run did not run here.
  if ((await tx.history.sessionPlace(sessionId))?.trust === 'repository') return
  if (run.kind === 'failed') {
    const signatures = run.signatures.map(hash)
    const checks = run.checks.map((keys) => keys.map((key) => hash(key ?? '')))
    return tx.failures.put({ eventId: id, sessionId, signatures, checks })
  }
  const passed = { eventId: id, sessionId, keys: run.keys.map(hash) }
  await tx.failures.pass(passed, () => run.signatures().map(hash))
}

/** A command that failed with specific output, or one that passed. */
type Run =
  | {
      readonly kind: 'failed'
      /** Empty if it says nothing specific. */
      readonly signatures: readonly string[]
      /** What must pass before the failure counts as resolved. */
      readonly checks: readonly RunCheck[]
    }
  | {
      readonly kind: 'passed'
      readonly keys: readonly string[]
      /** Complaints printed although everything is fine. */
      readonly signatures: () => readonly string[]
    }

/** The keys by which a command may pass: its own, and that of the command inside a wrapper. */
type RunCheck = readonly [own: string, wrapped?: string]

/** @returns undefined unless it is a command with a meaningful outcome */
export function readRun(given: ToolRecord): Run | undefined {
  const tool = { ...given, output: parseOutput(given.output) }
  const action = toAction(tool, undefined)
  const { command } = action
  if (command === undefined) return undefined
  const keys = checkKeys(command)
  if (keys.length === 0) return undefined
  const output = outputText(tool.output)
  if (isFailedCommand(action)) {
    // Further down, the output may be about users who refuse something.
    if (wasRefused(output.slice(0, refusalLength)) || wasInterrupted(tool)) return undefined
    return { kind: 'failed', signatures: signaturesIn(output), checks: keys.map(checkOf) }
  }
  // A pipe, or a later command, hides how the check ended.
  const isMasked = masked.test(command)
  if (isMasked && (failedCount.test(output) || signaturesIn(output).length > 0)) return undefined
  return { kind: 'passed', keys, signatures: () => signaturesIn(output) }
}

function checkKeys(command: string): readonly string[] {
  return [...new Set(commandsIn(command).flatMap(commandKeys))].slice(0, mostChecks)
}

const mostChecks = 6
const refusalLength = 400
const failedCount = /\b[1-9]\d* (?:tests? )?(?:failed|failing|fail|errors?)\b/
const masked = /\s\|{1,2}\s|;/

function checkOf(key: string): RunCheck {
  const wrapped = key.split(' ').slice(1)
  return wrapped.length >= 2 ? [key, wrapped.join(' ')] : [key]
}

function wasInterrupted({ output }: ToolRecord): boolean {
  return isJsonObject(output) && (output.is_interrupt === true || output.interrupted === true)
}
