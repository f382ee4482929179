import type { Command } from 'commander'
import { ThroughlineError } from '../../../contract/errors.ts'
import { operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { type Options, refer, withPlace } from '../memory-options.ts'
import { excerpt } from '../present.ts'

export function registerForget(program: Command, context: CliContext): void {
  withPlace(program.command('forget'))
    .description(operations.forgetMemory.summary)
    .argument('<memory>', 'its id, or its key')
    .option('--now', 'for good: keep no copy for undoing it')
    .option('--undo', 'bring a forgotten memory back, by its id')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'forget 0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77',
        'forget package-manager --now',
        'forget --undo 0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77',
      ),
    )
    .action((memory: string, options: Options) =>
      options.undo ? restore(context, memory, options) : forget(context, memory, options),
    )
}

async function forget(context: CliContext, memory: string, options: Options): Promise<void> {
  const input = parseInput(operations.forgetMemory.input, {
    ...refer(context, memory, options),
    now: options.now,
  })
  const result = await context.withLocal((local) => local.operations.forgetMemory(input))
  if (options.json) return context.printJson(result)
  const { id, restorableUntil } = result
  if (restorableUntil === undefined) return context.print(`Forgot ${id} for good`)
  context.print(`Forgot ${id}`)
  context.print(`Until ${restorableUntil.slice(0, 10)}: throughline forget --undo ${id}`)
}

async function restore(context: CliContext, id: string, options: Options): Promise<void> {
  if (options.now)
    throw new ThroughlineError('invalid-input', '--undo and --now exclude each other')
  const input = parseInput(operations.restoreMemory.input, { id })
  const memory = await context.withLocal((local) => local.operations.restoreMemory(input))
  if (options.json) return context.printJson(memory)
  context.print(`${memory.id} is back: ${excerpt(memory.content, 100)}`)
}
