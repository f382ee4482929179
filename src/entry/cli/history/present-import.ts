/** What an import found and brought, in words. */
import type { Config } from '../../../contract/config.ts'
import { describeLearning } from '../../../contract/wording.ts'
import type { HistorySummary, ImportResult } from '../../../core/import/import-histories.ts'
import { usualSessionPrice } from '../../../core/ledger/prices.ts'
import type { CliContext } from '../context.ts'
import { bytes, count, dollars, indented, printWrapped } from '../present.ts'

/** With what it takes, before the user is asked. */
export function printFound(
  context: CliContext,
  summaries: readonly HistorySummary[],
  memoryRows: readonly string[][],
  config: Config,
): void {
  context.print('Found on this machine:')
  context.printTable([...summaries.map(toRow), ...memoryRows], '  ')
  const total = summaries.reduce((sum, each) => sum + each.bytes, 0)
  context.print(
    `Importing takes ${describeTime(total)}. Secrets are removed; nothing is sent anywhere.`,
  )
  const sessions = summaries.reduce((sum, each) => sum + each.sessions, 0)
  const price = learningPrice(config, sessions)
  if (price !== undefined) printWrapped(context, price, '  ')
}

/** Undefined where learning is free. */
function learningPrice(config: Config, sessions: number): string | undefined {
  const { mode, judges } = config.extraction
  const isFree = mode !== 'model' || judges.every((judge) => judge === 'ollama')
  if (isFree || sessions === 0) return undefined
  const cost = dollars(usualSessionPrice(config.models).costUsd * sessions)
  return `Learning from them costs about ${cost}: ${describeLearning(config)}.`
}

function toRow(found: HistorySummary): string[] {
  const { displayName, sessions, items, projects, bytes: size, since } = found
  if (sessions === 0) return [displayName, count(items, 'file'), bytes(size)]
  const where = projects > 0 ? ` in ${count(projects, 'project')}` : ''
  const when = since === undefined ? '' : ` since ${dayOf(since)}`
  return [displayName, `${count(sessions, 'session')}${where}${when}`, bytes(size)]
}

const dayOf = (time: string) =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** On a slow laptop. */
const bytesPerSecond = 4_000_000

function describeTime(size: number): string {
  const seconds = size / bytesPerSecond
  if (seconds < 10) return 'a few seconds'
  return seconds < 60 ? 'less than a minute' : `about ${count(Math.ceil(seconds / 60), 'minute')}`
}

export function printResult(context: CliContext, result: ImportResult): void {
  const { sessions, turns, toolCalls, failures, failed, skipped } = result
  if (sessions.size === 0) context.print('Nothing new')
  else {
    const tools = `${count(toolCalls, 'tool call')} (${failures} failed)`
    context.print(`Imported ${count(sessions.size, 'session')}: ${count(turns, 'turn')}, ${tools}`)
    context.print('Memories are learned from them in the background: throughline status')
  }
  for (const [reason, times] of Object.entries(skipped)) {
    context.print(`Skipped ${times} × ${reason}`)
  }
  printFailed(context, failed)
}

export function printFailed(
  context: CliContext,
  failed: readonly { readonly path: string; readonly reason: string }[],
  indent = '',
): void {
  const inner = indented(context, indent)
  for (const { path, reason } of failed) {
    printWrapped(inner, `Could not read ${path}: ${reason}`, '  ')
  }
}

export function resultAsJson({ sessions, ...rest }: ImportResult) {
  return { sessions: sessions.size, ...rest }
}
