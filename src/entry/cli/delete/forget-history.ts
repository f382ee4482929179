/** `throughline forget` for captured history: sessions, a turn, a project's sessions, or old ones. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { Options } from '../command.ts'
import type { Ask, CliContext } from '../context.ts'
import { count, memoryCount } from '../present.ts'
import { textOf } from '../user-input.ts'
import {
  ask as askPerson,
  canAsk,
  confirmDeletion,
  printCopies,
  printFiles,
} from './confirm-deletion.ts'

/** Without a memory, these options mean history. */
export function meansHistory({ session, turn, history, before }: Options): boolean {
  return [session, turn, history, before].some((value) => value !== undefined)
}

export async function forgetHistory(context: CliContext, options: Options): Promise<void> {
  const { session, turn, project, before, history, backups } = options
  if (history && project === undefined && before === undefined) throw unnamedProject()
  const selection = { session, turn, project, before }
  await context.withLocal(async ({ ask }) => {
    const plan = await ask('deleteHistory', { ...selection, dryRun: true })
    const isEmpty = plan.sessions + plan.turns === 0
    if (options.dryRun || isEmpty) return print(context, options, plan)
    if (!options.yes && canAsk(context, options)) print(context, options, plan)
    if (!(await confirmDeletion(context, options, 'Delete it for good? It cannot be undone.')))
      return
    const memories = await chooseMemories(context, options, plan)
    const result = await deleteIt(ask, { ...selection, memories, backups })
    print(context, options, result)
  })
}

const deleteIt = (ask: Ask, input: Readonly<Record<string, unknown>>) =>
  ask('deleteHistory', { ...input, confirm: true })

function unnamedProject(): ThroughlineError {
  return new ThroughlineError('invalid-input', '--history needs --project', {
    hint: 'throughline forget --project NAME --history; throughline projects lists the names',
  })
}

async function chooseMemories(
  context: CliContext,
  options: Options,
  { memoriesAlone }: OutputOf<'deleteHistory'>,
): Promise<'keep' | 'delete'> {
  if (options.withMemories && options.keepMemories) {
    throw new ThroughlineError(
      'invalid-input',
      '--with-memories and --keep-memories cannot be used together',
    )
  }
  if (options.withMemories) return 'delete'
  if (options.keepMemories || memoriesAlone === 0) return 'keep'
  const what = `${memoryCount(memoriesAlone)} ${memoriesAlone === 1 ? 'has' : 'have'} no other source`
  if (!canAsk(context, options)) {
    throw new ThroughlineError('invalid-input', what, {
      hint: 'say --with-memories to delete them too, or --keep-memories',
    })
  }
  return (await askPerson(`${what}. Delete them too?`)) ? 'delete' : 'keep'
}

type Result = OutputOf<'deleteHistory'>

function print(context: CliContext, options: Options, result: Result): void {
  if (options.json) context.printJson(result)
  else if (result.sessions + result.turns === 0) context.print('Nothing to delete')
  else printResult(context, result)
}

function printResult(context: CliContext, result: Result): void {
  const { isDryRun, sessions, turns, events, transcripts, copies, active, waiting } = result
  const what =
    sessions === 0 ? count(turns, 'turn') : `${count(sessions, 'session')}, ${count(turns, 'turn')}`
  context.print(`${isDryRun ? 'Would delete' : 'Deleted'} ${what}, ${count(events, 'event')}`)
  for (const line of memoryLines(result)) context.print(line)
  if (waiting > 0) context.print(`Deleted ${count(waiting, 'captured event')} that waited`)
  if (active > 0) {
    const still = active === 1 ? '1 session is' : `${count(active, 'session')} are`
    context.print(`${still} still open; nothing more of it is captured`)
  }
  printFiles(context, 'Transcripts belong to the agents and stay:', transcripts)
  printCopies(context, copies)
}

function memoryLines({ isDryRun, memories, memoriesAlone, memoriesShared }: Result): string[] {
  const lines: string[] = []
  if (isDryRun && memoriesAlone > 0) {
    lines.push(`No other source: ${memoryCount(memoriesAlone)} (--with-memories deletes them)`)
  }
  if (memories > 0) lines.push(`Deleted ${memoryCount(memories)} without another source`)
  else if (!isDryRun && memoriesAlone > 0) {
    lines.push(`Kept ${memoryCount(memoriesAlone)} without another source`)
  }
  if (memoriesShared > 0) lines.push(`Kept, with another source: ${memoryCount(memoriesShared)}`)
  return lines
}

/** `throughline forget --matching`: erases a leaked secret everywhere. */
export async function forgetText(context: CliContext, options: Options): Promise<void> {
  const others = ['session', 'turn', 'project', 'before', 'history', 'undo', 'now']
  const other = others.find((name) => options[name] !== undefined)
  if (other) {
    throw new ThroughlineError('invalid-input', `--matching and --${other} cannot be used together`)
  }
  const given = await textOf(context, [String(options.matching)])
  // The line break is the shell's, not the secret's.
  const text = options.matching === '-' ? given.replace(/\r?\n$/, '') : given
  await context.withFreshLocal(async ({ ask }) => {
    const plan = await ask('purgeText', { text, dryRun: true })
    if (options.dryRun || plan.total === 0) return show(context, options, plan)
    if (!options.yes && canAsk(context, options)) show(context, options, plan)
    if (!(await confirmDeletion(context, options, 'Remove it for good? It cannot be undone.')))
      return
    const input = { text, backups: options.backups, confirm: true }
    show(context, options, await ask('purgeText', input))
  })
}

function show(context: CliContext, options: Options, result: OutputOf<'purgeText'>): void {
  if (options.json) context.printJson(result)
  else printPurged(context, result)
}

function printPurged(context: CliContext, result: OutputOf<'purgeText'>): void {
  const { isDryRun, total, places, left, copies } = result
  if (total === 0) context.print('The text is stored nowhere')
  else {
    context.print(
      `${isDryRun ? 'Would remove' : 'Removed'} the text from ${count(total, 'place')}:`,
    )
    context.printTable(
      places.map(({ place, count }) => [String(count), place]),
      '  ',
    )
  }
  printFiles(context, 'Other files that contain it, which are not changed:', left)
  printCopies(context, copies)
}
