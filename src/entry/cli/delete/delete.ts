/** `throughline delete`: what cannot be undone. Sessions, a turn, a text wherever it is, or memories. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { argument, type Command, type Options, option, placeOptions } from '../command.ts'
import type { Ask, CliContext } from '../context.ts'
import { forgetEach, previewForget } from '../memories/forget.ts'
import { count, memoryCount } from '../present.ts'
import { textOf } from '../user-input.ts'
import {
  ask as askPerson,
  canAsk,
  confirmDeletion,
  printCopies,
  printFiles,
} from './confirm-deletion.ts'

export const deleteCommand: Command = {
  arguments: [argument('[memory...]', 'Memories by id or key; part of an id will do', 'memory')],
  options: [
    option('--session <session>', 'This session; with a memory, where that is'),
    option('--turn <turn>', 'This turn'),
    option('--project <project>', 'All sessions of this project; with a memory, where that is'),
    option('--before <date>', 'Sessions whose last event is older: 90d, 12w or a date'),
    option('--matching <text>', 'This text, wherever it is stored; - reads it from standard input'),
    ...placeOptions.filter(({ name }) => ['scope', 'agent'].includes(name)),
    option('--with-memories', 'Also delete memories that have no other source'),
    option('--keep-memories', 'Keep memories that have no other source'),
    option('--backups', 'Also delete database backups that may hold it'),
    option('--dry-run', 'Show what would go and delete nothing'),
    option('--yes', 'Do not ask'),
  ],
  examples: [
    'delete 2b8c1e4a77',
    'delete --session 5d2b8c1e4a',
    'delete --project widgets --before 2026-01-01 --dry-run',
    'delete --matching - < leaked.txt',
  ],
  run(context, options, ...given) {
    if (options.matching !== undefined) return deleteText(context, options, given)
    return given.length > 0
      ? deleteMemories(context, options, given)
      : deleteHistory(context, options)
  },
}

const ofHistory = ['turn', 'before', 'backups', 'withMemories', 'keepMemories']

async function deleteMemories(
  context: CliContext,
  options: Options,
  given: readonly string[],
): Promise<void> {
  const name = ofHistory.find((each) => options[each])
  if (name !== undefined) {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    throw new ThroughlineError('invalid-input', `--${flag} is for history, not for memories`)
  }
  if (options.dryRun) return previewForget(context, options, given, 'delete')
  const what = given.length === 1 ? 'the memory' : memoryCount(given.length)
  if (!(await confirmDeletion(context, options, `Delete ${what} for good?`))) return
  await forgetEach(context, { ...options, now: true }, given)
}

async function deleteHistory(context: CliContext, options: Options): Promise<void> {
  const { session, turn, project, before, backups } = options
  const selection = { session, turn, project, before }
  if (Object.values(selection).every((value) => value === undefined)) throw namesNothing()
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

function namesNothing(): ThroughlineError {
  return new ThroughlineError('invalid-input', 'say what to delete', {
    hint: 'a memory, --session, --turn, --project, --before or --matching',
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

/** Erases a leaked secret everywhere. */
async function deleteText(
  context: CliContext,
  options: Options,
  memories: readonly string[],
): Promise<void> {
  const others = ['session', 'turn', 'project', 'before', 'scope', 'agent']
  const other = others.find((name) => options[name] !== undefined)
  if (other || memories.length > 0) {
    const what = other ? `--${other}` : 'a memory'
    throw new ThroughlineError('invalid-input', `--matching and ${what} cannot be used together`)
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
