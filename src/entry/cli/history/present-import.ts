/** What an import found and stored, as text. */
import type { ImportRun } from '../../../contract/operations/import.ts'
import type { HistorySummary, ImportResult } from '../../../core/import/import-histories.ts'
import type { CliContext } from '../context.ts'
import { duration, startProgress } from '../maintain/progress.ts'
import { bytes, count, indented, printWrapped } from '../present.ts'

/** With the time it takes, before the user is asked. */
export function printFound(
  context: CliContext,
  summaries: readonly HistorySummary[],
  memoryRows: readonly string[][],
): void {
  context.print('Found on this machine:')
  context.printTable([...summaries.map(toRow), ...memoryRows], '  ')
  const total = summaries.reduce((sum, each) => sum + each.bytes, 0)
  context.print(
    `Importing takes ${describeTime(total)}. Secrets are removed; nothing is sent anywhere.`,
  )
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
    context.print('Local rules learn from them in the background: throughline status')
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

interface ImportProgress {
  onProgress(run: ImportRun): void
  /** All is read, but not found yet. */
  indexing(): void
  done(isInterrupted: boolean): void
}

/** A log needs fewer updates than a bar. */
const stepsOn = ({ isTerminal }: CliContext) => (isTerminal ? 40 : 4)

/** The bar while histories are imported: sessions, speed and time left. */
export async function followImport(context: CliContext): Promise<ImportProgress> {
  const steps = stepsOn(context)
  const progress = await startProgress(context, 'Importing', steps)
  let step = 0
  return {
    onProgress(run) {
      const reached = Math.floor((run.bytes.done / Math.max(1, run.bytes.all)) * steps)
      if (reached === step) return
      progress.advance(describe(run), reached - step)
      step = reached
    },
    indexing: () => progress.advance('Making it searchable', 0),
    done: (isInterrupted) =>
      progress.done(isInterrupted ? 'Stopped; the next import goes on from here' : 'Sessions read'),
  }
}

function describe({ sessions, bytes: size, startedAt, updatedAt, secondsLeft }: ImportRun): string {
  const seconds = Math.max(0.001, (Date.parse(updatedAt) - Date.parse(startedAt)) / 1_000)
  const speed = `${bytes(size.done / seconds)}/s`
  const left = secondsLeft === undefined ? '' : `, ${duration(secondsLeft)} left`
  return `${sessions.done} of ${sessions.all} sessions, ${speed}${left}`
}
