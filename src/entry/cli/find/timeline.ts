import type { Command } from 'commander'
import { operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import type { Options } from '../memory-options.ts'
import { excerpt, table } from '../present.ts'

export function registerTimeline(program: Command, context: CliContext): void {
  program
    .command('timeline')
    .description(operations.getTimeline.summary)
    .argument('<id>', 'any id that recall gives')
    .option('--before <n>', 'so many before it')
    .option('--after <n>', 'so many after it')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'timeline 0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77',
        'timeline 0196f3d2-7a10-7c3e-9f00-5d2b8c1e4a77 --before 10 --after 0',
      ),
    )
    .action(async (id: string, options: Options) => {
      const input = parseInput(operations.getTimeline.input, { ...options, id })
      const result = await context.withFreshLocal((local) => local.operations.getTimeline(input))
      if (options.json) return context.printJson(result)
      if (result.session !== undefined) context.print(`session ${result.session}`)
      const rows = result.items.map((item) => [
        item.isAsked ? '>' : ' ',
        item.at.slice(0, 19).replace('T', ' '),
        item.type,
        item.id,
        excerpt(item.text, 100),
      ])
      for (const line of table(rows)) context.print(line)
      if (rows.length === 0) context.print('Nothing is known around it.')
    })
}
