import type { Command } from 'commander'
import { operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { type Options, refer, withPlace } from '../memory-options.ts'
import { excerpt } from '../present.ts'

export function registerPin(program: Command, context: CliContext): void {
  withPlace(program.command('pin'))
    .description(operations.pinMemory.summary)
    .argument('<memory>', 'its id, or its key')
    .option('--remove', 'unpin it')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('pin package-manager', 'pin --remove package-manager'))
    .action(async (memory: string, options: Options) => {
      const input = parseInput(operations.pinMemory.input, {
        ...refer(context, memory, options),
        pinned: !options.remove,
      })
      const result = await context.withLocal((local) => local.operations.pinMemory(input))
      if (options.json) return context.printJson(result)
      const done = result.pinned ? 'Pinned' : 'No longer pinned:'
      context.print(`${done} ${result.id}: ${excerpt(result.content, 100)}`)
    })
}
