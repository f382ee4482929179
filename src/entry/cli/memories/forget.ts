import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { argument, type Command, type Options, option, placeOptions } from '../command.ts'
import type { CliContext } from '../context.ts'
import { confirmDeletion } from '../delete/confirm-deletion.ts'
import { forgetHistory, forgetText, meansHistory } from '../delete/forget-history.ts'
import { brief, excerpt, memoryCount, readableDate } from '../present.ts'
import { changeEach, refer } from './named-memories.ts'

export const forgetCommand: Command = {
  arguments: [argument('[memory...]', 'Ids or keys; part of an id will do', 'memory')],
  options: [
    option('--now', 'Erase it for good, after asking; otherwise restore works for 30 days'),
    ...placeOptions.filter(({ name }) => name !== 'session'),
    option('--session <session>', 'Delete this session for good; with a memory, where that is'),
    option('--turn <turn>', 'Delete this turn for good'),
    option('--history', 'With --project: delete all its sessions for good'),
    option('--before <date>', 'Delete sessions for good whose last event is older'),
    option('--matching <text>', 'Remove this text from everything; - reads it from standard input'),
    option('--with-memories', 'Also delete memories that have no other source'),
    option('--keep-memories', 'Keep memories that have no other source'),
    option('--backups', 'Also delete database backups that may hold it'),
    option('--dry-run', 'Show what would go and delete nothing'),
    option('--yes', 'Do not ask'),
  ],
  examples: [
    'forget 2b8c1e4a77 9d03f6b2c1',
    'forget package-manager --now',
    'forget --session 5d2b8c1e4a',
    'forget --project widgets --history --before 2026-01-01 --dry-run',
    'forget --matching - < leaked.txt',
  ],
  run(context, options, ...given) {
    if (options.matching !== undefined) return forgetText(context, options)
    const isHistory = given.length === 0 && meansHistory(options)
    return isHistory ? forgetHistory(context, options) : forget(context, given, options)
  },
}

const ofHistory = ['turn', 'history', 'before', 'backups', 'withMemories', 'keepMemories']

function refuseForMemory(given: readonly string[], options: Options): void {
  if (given.length === 0) {
    throw new ThroughlineError('invalid-input', 'name a memory, by its id or its key', {
      hint: 'throughline list shows them; clear forgets many; --history means sessions',
    })
  }
  const name = ofHistory.find((each) => options[each])
  if (name === undefined) return
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new ThroughlineError('invalid-input', `--${flag} is for history, not for memories`)
}

async function forget(context: CliContext, given: string[], options: Options): Promise<void> {
  refuseForMemory(given, options)
  if (options.dryRun) return previewForget(context, given, options)
  const what = given.length === 1 ? 'the memory' : memoryCount(given.length)
  if (options.now && !(await confirmDeletion(context, options, `Erase ${what} for good?`))) return
  await context.withLocal(({ ask }) =>
    changeEach(
      context,
      options,
      given,
      (name) => ask('forgetMemory', { ...refer(context, name, options), now: options.now }),
      describe,
    ),
  )
}

function previewForget(context: CliContext, given: string[], options: Options): Promise<void> {
  return context.withLocal(({ ask }) =>
    changeEach(
      context,
      options,
      given,
      (name) => ask('getMemory', { ...refer(context, name, options), exact: true }),
      ({ id, content }) => [`Would forget ${brief(id)}: ${excerpt(content, 100)}`],
    ),
  )
}

function describe({ id: whole, restorableUntil, along }: OutputOf<'forgetMemory'>): string[] {
  const id = brief(whole)
  const what = along === 0 ? id : `${id} and ${memoryCount(along)} that had become part of it`
  return restorableUntil === undefined
    ? [`Forgot ${what} for good`]
    : [`Forgot ${what}`, `Until ${readableDate(restorableUntil)}: throughline restore ${id}`]
}

export const restoreCommand: Command = {
  arguments: [
    argument('[id...]', 'Forgotten memories (default: what the last forget removed)', 'forgotten'),
  ],
  options: [option('--session <id>', 'Keep a session that retention marked for deletion')],
  examples: ['restore', 'restore 2b8c1e4a77', 'restore --session 7c02d9e15b', 'list --forgotten'],
  run(context, options, ...ids) {
    const isJson = options.json === true
    if (typeof options.session === 'string') return keepSession(context, options.session, isJson)
    if (ids.length === 0) return restoreLast(context, isJson)
    return context.withLocal(({ ask }) =>
      changeEach(
        context,
        options,
        ids,
        (id) => ask('restoreMemory', { id }),
        (memory) => [describeRestored(memory)],
      ),
    )
  },
}

async function keepSession(context: CliContext, id: string, asJson: boolean): Promise<void> {
  await context.withLocal(async ({ ask }) => {
    const kept = await ask('keepSession', { id })
    if (asJson) return context.printJson(kept)
    context.print(`Session ${brief(kept.id)} stays`)
  })
}

async function restoreLast(context: CliContext, asJson: boolean): Promise<void> {
  await context.withLocal(async ({ ask }) => {
    const result = await ask('restoreMemories', {})
    const { done, left } = result
    if (left.length > 0) context.exitCode = 1
    if (asJson) return context.printJson(result)
    for (const id of done)
      context.print(describeRestored(await ask('getMemory', { id, exact: true })))
    for (const { reason } of left) context.writeError(`throughline: ${reason}\n`)
    if (done.length + left.length === 0) context.print('No forgotten memory can be restored.')
  })
}

function describeRestored({
  id,
  content,
}: {
  readonly id: string
  readonly content: string
}): string {
  return `Restored ${brief(id)}: ${excerpt(content, 100)}`
}
