import type { Command } from 'commander'
import { operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { printCost } from './print-cost.ts'

export function registerCost(program: Command, context: CliContext): void {
  program
    .command('cost')
    .description('Show what models cost and what is left of the budget')
    .option('--by <what>', 'day, session, model or purpose', 'day')
    .option('--days <n>', 'so many days back; 30 unless a session is asked for')
    .option('--project <project>', 'only this project, by id, name or identity')
    .option('--session <session>', 'only this session, by our id or the host’s')
    .option('--limit <n>', 'at most this many lines', '50')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples('cost', 'cost --by model --days 7', 'cost --by session --project widgets'),
    )
    .action(async (options: Record<string, unknown>) => {
      const input = parseInput(operations.getCost.input, options)
      await context.withLocal(async ({ operations: { getCost } }) => {
        const cost = await getCost(input)
        if (options.json) return context.printJson(cost)
        const ever = await getCost({ by: 'purpose', from: '1970-01-01', limit: 1 })
        printCost(context, cost, { everCalled: ever.total.calls > 0 })
      })
    })
}
