/**
 * `throughline import`: what agents and other tools kept of earlier sessions becomes ours. A file is
 * a bundle.
 */
import type { Imports } from '../../../compose/import/imports.ts'
import type { Local } from '../../../compose/local.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { parseSince } from '../../../contract/time-text.ts'
import { summarise } from '../../../core/import/history-summary.ts'
import type { FoundHistory, ImportResult } from '../../../core/import/import-histories.ts'
import type { FoundMemories } from '../../../core/import/memories/import-memories.ts'
import { askYesNo } from '../ask.ts'
import { argument, type Command, option } from '../command.ts'
import { type CliContext, currentFolder } from '../context.ts'
import { catchInterruption } from '../interruption.ts'
import { importFile } from './import-file.ts'
import { memorySummaries, printMemories, runMemories, toMemoryRow } from './import-memories.ts'
import { followImport } from './import-progress.ts'
import { printFound, printResult, resultAsJson } from './present-import.ts'

interface ImportCommandOptions {
  readonly from?: readonly string[]
  readonly path?: string
  readonly since?: string
  readonly project?: string
  readonly into?: string
  readonly dryRun?: true
  readonly yes?: true
  readonly json?: true
  readonly isOffer?: true
}

export const importCommand: Command = {
  arguments: [argument('[file]', 'A bundle or a Markdown folder that throughline export wrote')],
  options: [
    option('--from <source...>', 'Only these agents and tools, such as codex or claude-mem'),
    option('--path <path>', 'The folder or file to read, with one --from'),
    option('--since <date>', 'Only what changed since then, such as 30d or 2026-05-01'),
    option('--into <project>', 'The project for memories whose own project is unknown'),
    option('--project <folder>', 'Only sessions of the project in this folder'),
    option(
      '--passphrase-file <file>',
      'The passphrase of an encrypted bundle; - reads standard input',
    ),
    option('--dry-run', 'Show what would be imported'),
    option('--yes', 'Import without asking'),
  ],
  examples: ['import', 'import --from claude-code --since 30d', 'import backup.tlb'],
  run: (context, options, file) =>
    file === undefined
      ? importAll(context, options as ImportCommandOptions)
      : importFile(context, file, options as ImportCommandOptions),
}

/** At the end of `setup`: says nothing where nothing is found. */
export const offerImport = (context: CliContext) => importAll(context, { isOffer: true })

/** Sessions first: they tell to which projects memories belong. */
async function importAll(context: CliContext, options: ImportCommandOptions): Promise<void> {
  const { json, dryRun } = options
  await context.withFreshLocal(async (local) => {
    const found = await find(context, options, local)
    const sessions = found.histories.map(summarise)
    const memories = memorySummaries(found.memories)
    if (dryRun && json) return context.printJson({ found: sessions, memories })
    const isEmpty = sessions.length + memories.length === 0
    if (isEmpty && !json && !options.isOffer) context.print('Nothing new to import on this machine')
    if (isEmpty && !json) return
    if (!json) printFound(context, sessions, memories.map(toMemoryRow), local.config())
    if (dryRun || !(await isWanted(context, options))) return
    if (sessions.length > 0) await startLearning(context)
    await bringIn(context, found, local, options)
  })
}

async function bringIn(
  context: CliContext,
  { histories, memories }: Found,
  local: Local,
  options: ImportCommandOptions,
): Promise<void> {
  const { json, since, into } = options
  context.makeWay?.()
  const result = await run(context, { histories, memories }, local, options)
  const isStopped = context.exitCode > 128
  const stored = await runMemories(context, isStopped ? [] : memories, local.foreignMemories, {
    into,
    since: since === undefined ? undefined : toTime(since),
    isQuiet: json === true || !context.isTerminal,
  })
  if (json) return context.printJson({ ...resultAsJson(result), memories: stored })
  if (histories.length > 0) printResult(context, result)
  printMemories(context, stored)
}

/** The daemon learns from what comes in. It must not inherit the import's low priority. */
async function startLearning(context: CliContext): Promise<void> {
  if (/^(0|false|off|no)$/.test(context.env.THROUGHLINE_AUTOSTART ?? '')) return
  const { ensureDaemon } = await import('../daemon-process.ts')
  // Without one, the next session starts it.
  await ensureDaemon(context).catch(() => undefined)
}

interface Found {
  readonly histories: readonly FoundHistory[]
  readonly memories: readonly FoundMemories[]
}

async function find(
  context: CliContext,
  { from, path, since }: ImportCommandOptions,
  { histories, foreignMemories }: Imports,
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
  { histories: found, memories }: Found,
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
    const hasMemories = memories.length > 0
    const result = await histories.import(found, { signal, onProgress, project, hasMemories })
    // So that the first search finds it.
    await catchUpIndex(signal)
    progress?.done(signal.aborted)
    if (signal.aborted) context.exitCode = interruption.exitCode()
    return result
  } finally {
    interruption.close()
  }
}
