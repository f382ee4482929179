import type { Command } from 'commander'
import { ThroughlineError } from '../../../contract/errors.ts'
import { operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { type Options, refer, withPlace } from '../memory-options.ts'
import { excerpt, memoryCount } from '../present.ts'

export function registerForget(program: Command, context: CliContext): void {
  withPlace(program.command('forget'))
    .description(operations.forgetMemory.summary)
    .argument('[memory...]', 'its id, or its key; with --undo the ids of several')
    .option('--now', 'for good: keep no copy for undoing it')
    .option('--undo', 'bring forgotten memories back; without an id those that went last, at once')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'forget 0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77',
        'forget package-manager --now',
        'forget --undo 0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77',
        'forget --undo',
      ),
    )
    .action((given: string[], options: Options) =>
      options.undo ? restore(context, given, options) : forget(context, given, options),
    )
}

async function forget(context: CliContext, given: string[], options: Options): Promise<void> {
  const [memory, ...others] = given
  if (memory === undefined || others.length > 0) {
    throw new ThroughlineError('invalid-input', 'name one memory, by its id or its key', {
      hint: 'throughline list shows them; throughline clear forgets many',
    })
  }
  const input = parseInput(operations.forgetMemory.input, {
    ...refer(context, memory, options),
    now: options.now,
  })
  const result = await context.withLocal((local) => local.operations.forgetMemory(input))
  if (options.json) return context.printJson(result)
  const { id, restorableUntil, along } = result
  const what = along === 0 ? id : `${id} and ${memoryCount(along)} that had become part of it`
  if (restorableUntil === undefined) return context.print(`Forgot ${what} for good`)
  context.print(`Forgot ${what}`)
  context.print(`Until ${restorableUntil.slice(0, 10)}: throughline forget --undo ${id}`)
}

async function restore(context: CliContext, ids: string[], options: Options): Promise<void> {
  if (options.now)
    throw new ThroughlineError('invalid-input', '--undo and --now exclude each other')
  const [id, ...others] = ids
  if (id !== undefined && others.length === 0) return restoreOne(context, id, options)
  return restoreMany(context, id === undefined ? undefined : ids, options)
}

async function restoreOne(context: CliContext, id: string, options: Options): Promise<void> {
  const input = parseInput(operations.restoreMemory.input, { id })
  const memory = await context.withLocal((local) => local.operations.restoreMemory(input))
  if (options.json) return context.printJson(memory)
  context.print(`${memory.id} is back: ${excerpt(memory.content, 100)}`)
}

/** @param ids unless told, those that were forgotten last */
async function restoreMany(
  context: CliContext,
  ids: string[] | undefined,
  options: Options,
): Promise<void> {
  const input = parseInput(operations.restoreMemories.input, { ids })
  await context.withLocal(async ({ operations: handlers }) => {
    const result = await handlers.restoreMemories(input)
    const { done, left } = result
    if (left.length > 0) context.exitCode = 1
    if (options.json) return context.printJson(result)
    for (const each of done) {
      const { id, content } = await handlers.getMemory({ id: each, exact: true })
      context.print(`${id} is back: ${excerpt(content, 100)}`)
    }
    for (const { reason } of left) context.writeError(`throughline: ${reason}\n`)
    if (done.length + left.length === 0) context.print('Nothing that was forgotten is kept.')
  })
}
