/**
 * `throughline import`: what agents and other tools kept of earlier sessions becomes ours. A file is
 * a bundle.
 */
import type { ForeignMemories } from '../../../compose/import/foreign-memories.ts'
import type { Histories } from '../../../compose/import/histories.ts'
import type { Local } from '../../../compose/local.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { parseSince } from '../../../contract/time-text.ts'
import { type HistorySummary, summarise } from '../../../core/import/find-histories.ts'
import type { FoundHistory, ImportResult } from '../../../core/import/import-histories.ts'
import type { FoundMemories } from '../../../core/import/memories/import-memories.ts'
import { askYesNo } from '../ask.ts'
import { argument, type Command, option } from '../command.ts'
import { type CliContext, currentFolder } from '../context.ts'
import { catchInterruption } from '../interruption.ts'
import { bytes, count } from '../present.ts'
import { importFile } from './import-file.ts'
import { memorySummaries, printMemories, runMemories, toMemoryRow } from './import-memories.ts'
import { followImport } from './import-progress.ts'

interface ImportCommandOptions {
  readonly from?: readonly string[]
  readonly path?: string
  readonly since?: string
  readonly project?: string
  readonly into?: string
  readonly dryRun?: true
  readonly yes?: true
  readonly json?: true
}

export const importCommand: Command = {
  arguments: [argument('[file]', 'A bundle or a Markdown folder that throughline export wrote')],
  options: [
    option('--from <source...>', 'Only these agents and tools, such as codex or claude-mem'),
    option('--path <path>', 'The folder or file to read, with one --from'),
    option('--since <date>', 'Only what changed since then, such as 30d or 2026-05-01'),
    option('--into <project>', 'The project for memories whose own project is unknown'),
    option('--project <folder>', 'Only sessions of the project in this folder'),
    option('--dry-run', 'Show what would be imported'),
    option('--yes', 'Import without asking'),
  ],
  examples: ['import', 'import --from claude-code --since 30d', 'import backup.tlb'],
  run: (context, options, file) =>
    file === undefined
      ? importAll(context, options as ImportCommandOptions)
      : importFile(context, file, options as ImportCommandOptions),
}

/** Sessions first: they tell to which projects memories belong. */
async function importAll(context: CliContext, options: ImportCommandOptions): Promise<void> {
  context.makeWay?.()
  await context.withFreshLocal(async (local) => {
    const { histories, foreignMemories } = local
    const found = await find(context, options, histories, foreignMemories)
    const sessions = found.histories.map(summarise)
    const memories = memorySummaries(found.memories)
    if (options.dryRun && options.json) return context.printJson({ found: sessions, memories })
    if (!options.json) printFound(context, sessions, memories.map(toMemoryRow))
    if (options.dryRun || sessions.length + memories.length === 0) return
    if (!(await isWanted(context, options))) return
    const result = await run(context, found.histories, local, options)
    const { since, into } = options
    const wish = { into, since: since === undefined ? undefined : toTime(since) }
    const isStopped = Boolean(context.exitCode)
    const stored = isStopped
      ? []
      : await runMemories(context, found.memories, foreignMemories, {
          ...wish,
          isQuiet: options.json === true || !context.isTerminal,
        })
    if (options.json) return context.printJson({ ...toJson(result), memories: stored })
    if (sessions.length > 0) printResult(context, result)
    printMemories(context, stored)
  })
}

interface Found {
  readonly histories: readonly FoundHistory[]
  readonly memories: readonly FoundMemories[]
}

async function find(
  context: CliContext,
  { from, path, since }: ImportCommandOptions,
  histories: Histories,
  foreignMemories: ForeignMemories,
): Promise<Found> {
  const names = [...histories.names, ...foreignMemories.names]
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
  const wish = {
    sources: from,
    path: path === undefined ? undefined : context.resolvePath(path),
    cwd: currentFolder(context),
    since: since === undefined ? undefined : toTime(since),
  }
  return {
    histories: await histories.find(wish),
    memories: await foreignMemories.find(wish),
  }
}

function toTime(since: string): string {
  const time = parseSince(since, new Date())
  if (time !== undefined) return time
  throw new ThroughlineError('invalid-input', `${since} is no time`, {
    hint: 'for example 30d or 2026-05-01',
  })
}

function printFound(
  context: CliContext,
  summaries: readonly HistorySummary[],
  memoryRows: readonly string[][],
): void {
  if (summaries.length + memoryRows.length === 0) {
    context.print('Nothing new to import on this machine')
    return
  }
  context.print('Found on this machine:')
  context.printTable([...summaries.map(toRow), ...memoryRows], '  ')
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
  { histories, catchUpIndex }: Pick<Local, 'histories' | 'catchUpIndex'>,
  { json, project: folder }: ImportCommandOptions,
): Promise<ImportResult> {
  const interruption = catchInterruption()
  const isShown = !json && found.length > 0
  const progress = isShown ? await followImport(context) : undefined
  try {
    const { signal } = interruption
    const onProgress = progress?.onProgress
    const project = folder === undefined ? undefined : context.resolvePath(folder)
    const result = await histories.import(found, { signal, onProgress, project })
    // So that the first search finds it.
    await catchUpIndex(signal)
    progress?.done(signal.aborted)
    if (signal.aborted) context.exitCode = interruption.exitCode()
    return result
  } finally {
    interruption.close()
  }
}

function printResult(context: CliContext, result: ImportResult): void {
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
  for (const { path, reason } of failed) context.print(`Could not read ${path}: ${reason}`)
}

function toJson({ sessions, ...rest }: ImportResult) {
  return { sessions: sessions.size, ...rest }
}
