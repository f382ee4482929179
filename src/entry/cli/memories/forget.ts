import { ThroughlineError } from '../../../contract/errors.ts'
import { argument, type Command, type Options, option, placeOptions } from '../command.ts'
import type { CliContext } from '../context.ts'
import { forgetHistory, meansHistory } from '../delete/forget-history.ts'
import { forgetText } from '../delete/forget-text.ts'
import { refer } from '../memory-options.ts'
import { excerpt, memoryCount } from '../present.ts'

export const forgetCommand: Command = {
  arguments: [argument('[memory...]', 'Its id or key; with --undo, one or more ids')],
  options: [
    option('--now', 'Erase it for good; otherwise it can be restored for 30 days'),
    option('--undo', 'Restore forgotten memories (default: the last ones forgotten)'),
    ...placeOptions.filter(({ name }) => name !== 'session'),
    option('--session <session>', 'Delete this session for good; with a memory, where that is'),
    option('--turn <turn>', 'Delete this turn for good'),
    option('--history', 'With --project: delete all its sessions for good'),
    option('--before <date>', 'Delete sessions for good whose last event is older'),
    option('--matching <text>', 'Remove this text from everything; - reads it from standard input'),
    option('--with-memories', 'Also delete memories that rest on nothing else'),
    option('--keep-memories', 'Keep memories that rest on nothing else'),
    option('--backups', 'Also delete database backups that may hold it'),
    option('--dry-run', 'Show what would go and delete nothing'),
    option('--yes', 'Do not ask'),
  ],
  examples: [
    'forget 0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77',
    'forget package-manager --now',
    'forget --undo 0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77',
    'forget --undo',
    'forget --session 0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77',
    'forget --project widgets --history --before 2026-01-01 --dry-run',
    'forget --matching - < leaked.txt',
  ],
  run(context, options, ...given) {
    if (options.undo) return restore(context, given, options)
    if (options.matching !== undefined) return forgetText(context, options)
    const isHistory = given.length === 0 && meansHistory(options)
    return isHistory ? forgetHistory(context, options) : forget(context, given, options)
  },
}

const ofHistory = ['turn', 'history', 'before', 'dryRun', 'backups', 'withMemories', 'keepMemories']

/** Ignoring `--dry-run` would forget the memory. */
function refuseForMemory(given: readonly string[], options: Options): void {
  const name = given.length === 0 ? undefined : ofHistory.find((each) => options[each])
  if (name === undefined) return
  const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new ThroughlineError('invalid-input', `--${flag} is for history, not for one memory`)
}

async function forget(context: CliContext, given: string[], options: Options): Promise<void> {
  refuseForMemory(given, options)
  const [memory, ...others] = given
  if (memory === undefined || others.length > 0) {
    throw new ThroughlineError('invalid-input', 'name one memory, by its id or its key', {
      hint: 'throughline list shows them; clear forgets many; --history means sessions',
    })
  }
  const reference = { ...refer(context, memory, options), now: options.now }
  const result = await context.withLocal(({ ask }) => ask('forgetMemory', reference))
  if (options.json) return context.printJson(result)
  const { id, restorableUntil, along } = result
  const what = along === 0 ? id : `${id} and ${memoryCount(along)} that had become part of it`
  if (restorableUntil === undefined) return context.print(`Forgot ${what} for good`)
  context.print(`Forgot ${what}`)
  context.print(`Until ${restorableUntil.slice(0, 10)}: throughline forget --undo ${id}`)
}

async function restore(context: CliContext, ids: string[], options: Options): Promise<void> {
  if (options.now) {
    throw new ThroughlineError('invalid-input', '--undo and --now exclude each other')
  }
  await context.withLocal(async ({ ask }) => {
    if (ids.length === 1) {
      const memory = await ask('restoreMemory', { id: ids[0] })
      if (options.json) return context.printJson(memory)
      return context.print(`${memory.id} is back: ${excerpt(memory.content, 100)}`)
    }
    const result = await ask('restoreMemories', { ids: ids.length === 0 ? undefined : ids })
    const { done, left } = result
    if (left.length > 0) context.exitCode = 1
    if (options.json) return context.printJson(result)
    for (const each of done) {
      const { id, content } = await ask('getMemory', { id: each, exact: true })
      context.print(`${id} is back: ${excerpt(content, 100)}`)
    }
    for (const { reason } of left) context.writeError(`throughline: ${reason}\n`)
    if (done.length + left.length === 0) context.print('No forgotten memory can be restored.')
  })
}
