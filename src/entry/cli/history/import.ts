/** `throughline import`: what agents kept of earlier sessions becomes captured sessions. */
import type { Histories } from '../../../compose/histories.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { parseSince } from '../../../contract/time-text.ts'
import { type HistorySummary, summarise } from '../../../core/import/find-histories.ts'
import type { FoundHistory, ImportResult } from '../../../core/import/import-histories.ts'
import { askYesNo } from '../ask.ts'
import { type Command, option } from '../command.ts'
import { type CliContext, currentFolder } from '../context.ts'
import { catchInterruption } from '../interruption.ts'
import { bytes, count } from '../present.ts'
import { followImport } from './import-progress.ts'

interface ImportCommandOptions {
  readonly from?: readonly string[]
  readonly path?: string
  readonly since?: string
  readonly dryRun?: true
  readonly yes?: true
  readonly json?: true
}

export const importCommand: Command = {
  options: [
    option('--from <source...>', 'Only these agents, such as claude-code or codex'),
    option('--path <folder>', 'Where its history is, with one --from'),
    option('--since <date>', 'Only sessions that went on since then, such as 30d or 2026-05-01'),
    option('--dry-run', 'Show what would be imported'),
    option('--yes', 'Import without asking'),
  ],
  examples: ['import', 'import --from claude-code --since 30d', 'import --dry-run --json'],
  run: (context, options) => importHistories(context, options as ImportCommandOptions),
}

async function importHistories(context: CliContext, options: ImportCommandOptions): Promise<void> {
  await context.withFreshLocal(async ({ histories }) => {
    const found = await find(context, options, histories)
    const summaries = found.map(summarise)
    if (options.dryRun && options.json) return context.printJson({ found: summaries })
    if (!options.json) printFound(context, summaries)
    if (options.dryRun || found.length === 0) return
    if (!(await isWanted(context, options))) return
    const result = await run(context, found, histories, options)
    if (options.json) context.printJson(toJson(result))
    else printResult(context, result)
  })
}

async function find(
  context: CliContext,
  { from, path, since }: ImportCommandOptions,
  { names, find: findHistories }: Histories,
): Promise<FoundHistory[]> {
  const unknown = from?.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new ThroughlineError('invalid-input', `nothing can be imported from ${unknown}`, {
      hint: `choose among ${names.join(', ')}`,
    })
  }
  if (path !== undefined && from?.length !== 1) {
    throw new ThroughlineError('invalid-input', '--path needs one --from', {
      hint: 'for example --from claude-code --path ~/backup/.claude',
    })
  }
  return findHistories({
    sources: from,
    path: path === undefined ? undefined : context.resolvePath(path),
    cwd: currentFolder(context),
    since: since === undefined ? undefined : toTime(since),
  })
}

function toTime(since: string): string {
  const time = parseSince(since, new Date())
  if (time !== undefined) return time
  throw new ThroughlineError('invalid-input', `${since} is no time`, {
    hint: 'for example 30d or 2026-05-01',
  })
}

function printFound(context: CliContext, summaries: readonly HistorySummary[]): void {
  if (summaries.length === 0) {
    context.print('No earlier sessions found on this machine')
    return
  }
  context.print('Found on this machine:')
  context.printTable(summaries.map(toRow), '  ')
  const total = summaries.reduce((sum, each) => sum + each.bytes, 0)
  context.print(
    `Importing takes ${describeTime(total)}. Secrets are removed; nothing is sent anywhere.`,
  )
}

function toRow({ displayName, sessions, projects, bytes: size, since }: HistorySummary): string[] {
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

async function isWanted(
  context: CliContext,
  { yes, json }: ImportCommandOptions,
): Promise<boolean> {
  if (yes || json) return true
  if (context.isTerminal) return askYesNo(context, 'Import them?')
  context.print('Nothing imported yet: throughline import --yes')
  return false
}

async function run(
  context: CliContext,
  found: readonly FoundHistory[],
  histories: Histories,
  { json }: ImportCommandOptions,
): Promise<ImportResult> {
  const interruption = catchInterruption()
  const progress = json ? undefined : await followImport(context, found)
  try {
    const { signal } = interruption
    const result = await histories.import(found, {
      signal,
      ...(progress && { onItem: progress.onItem }),
    })
    progress?.done(signal.aborted)
    if (signal.aborted) context.exitCode = interruption.exitCode()
    return result
  } finally {
    interruption.close()
  }
}

function printResult(context: CliContext, result: ImportResult): void {
  const { sessions, turns, toolCalls, failures, unchanged, failed, skipped } = result
  if (sessions.size === 0) context.print('Nothing new')
  else {
    const tools = `${count(toolCalls, 'tool call')} (${failures} failed)`
    context.print(`Imported ${count(sessions.size, 'session')}: ${count(turns, 'turn')}, ${tools}`)
    context.print('Memories are learned from them in the background: throughline status')
  }
  if (unchanged > 0) context.print(`${count(unchanged, 'file')} had not changed`)
  for (const [reason, times] of Object.entries(skipped)) {
    context.print(`Skipped ${times} × ${reason}`)
  }
  for (const { path, reason } of failed) context.print(`Could not read ${path}: ${reason}`)
}

function toJson({ sessions, ...rest }: ImportResult) {
  return { sessions: sessions.size, ...rest }
}
