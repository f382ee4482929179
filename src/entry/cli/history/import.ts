/**
 * `throughline import`: takes over earlier sessions and memories from agents and other tools. A file is
 * a bundle.
 */
import type { Local } from '../../../compose/local.ts'
import type { ImportResult } from '../../../core/import/import-histories.ts'
import { summarise } from '../../../core/import/import-histories.ts'
import { argument, type Command, option } from '../command.ts'
import type { AskableLocal, CliContext } from '../context.ts'
import { inHome, printWrapped } from '../present.ts'
import { askYesNo, catchInterruption } from '../user-input.ts'
import { type FoundImports, findAll, type ImportCommandOptions, toTime } from './find-all.ts'
import { importFile } from './import-file.ts'
import { memorySummaries, printMemories, runMemories, toMemoryRow } from './import-memories.ts'
import { followImport, printFound, printResult, resultAsJson } from './present-import.ts'

export const importCommand: Command = {
  arguments: [argument('[file]', 'A bundle or a Markdown folder that throughline export wrote')],
  options: [
    option('--from <source...>', 'Only these agents and tools, such as codex or claude-mem'),
    option('--path <path>', 'The folder or file to read, with one --from'),
    option('--since <date>', 'Only what changed since then, such as 30d or 2026-05-01'),
    option('--into <project>', 'The project for memories whose own project is unknown'),
    option('--project <folder>', 'Only sessions of the project in this folder, no memories'),
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

/** At the end of `setup`: silent if nothing is found. */
export const offerImport = (context: CliContext) => importAll(context, { isOffer: true })

/** Sessions first: they show which projects memories belong to. */
async function importAll(context: CliContext, options: ImportCommandOptions): Promise<void> {
  const { json, dryRun } = options
  await context.withFreshLocal(async (local) => {
    const found = await findAll(context, options, local)
    const sessions = found.histories.map(summarise)
    const memories = memorySummaries(found.memories)
    if (dryRun && json) return context.printJson({ found: sessions, memories })
    const isEmpty = sessions.length + memories.length === 0
    if (isEmpty && !json) {
      return options.isOffer ? undefined : printNothing(context, options, local)
    }
    if (!json) {
      printFound(context, sessions, memories.map(toMemoryRow))
      if (options.project !== undefined) printProject(context, options.project)
    }
    if (dryRun || !(await isWanted(context, options))) return
    if (sessions.length > 0) {
      // The daemon learns from the import. It must not inherit the import's low priority.
      const { startDaemonIfWanted } = await import('../daemon-process.ts')
      await startDaemonIfWanted(context)
    }
    await importFound(context, found, local, options)
  })
}

/** The project of a session is known only after reading it. */
function printProject(context: CliContext, folder: string): void {
  const place = inHome(context, context.resolvePath(folder))
  printWrapped(context, `Of these, only sessions of the project in ${place} are imported.`)
}

async function printNothing(
  context: CliContext,
  { from, path, project }: ImportCommandOptions,
  { histories }: Local,
): Promise<void> {
  if (project !== undefined) await histories.requireFolder(context.resolvePath(project))
  if (path === undefined) {
    context.print('Nothing new to import on this machine')
    return
  }
  printWrapped(context, `Nothing new from ${from?.join()} in ${context.resolvePath(path)}`, '  ')
  context.print('  --path names the agent’s or tool’s own folder, such as a copy of ~/.claude')
}

async function importFound(
  context: CliContext,
  { histories, memories }: FoundImports,
  local: AskableLocal,
  options: ImportCommandOptions,
): Promise<void> {
  const { json, since, into } = options
  context.lowerPriority?.()
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
  if (result.sessions.size > 0 && !isStopped) {
    const { offerLearning } = await import('../memories/learn.ts')
    await offerLearning(context, local)
  }
  if ([result, ...stored].some(({ failed }) => failed.length > 0))
    context.print('Unreadable files are tried again when they change, or with --from.')
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
  { histories: found, memories }: FoundImports,
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
    progress?.indexing()
    await catchUpIndex(signal)
    progress?.done(signal.aborted)
    if (signal.aborted) context.exitCode = interruption.exitCode()
    return result
  } finally {
    interruption.close()
  }
}
