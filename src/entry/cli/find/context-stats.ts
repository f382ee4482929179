import type { Command } from 'commander'
import { type OutputOf, operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { count, excerpt, table } from '../present.ts'

/** @param parent the command `context` */
export function registerContextStats(parent: Command, context: CliContext): void {
  parent
    .command('stats')
    .description('Show how much sessions were handed, and how much of it was of use')
    .option('--project <project>', 'only this project, by id, name or identity')
    .option('--days <n>', 'so many days back', '30')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('context stats', 'context stats --project widgets --days 7'))
    .action(async (_options: object, command: Command) => {
      // `context` has options of the same names, and takes them for its own.
      const options = command.optsWithGlobals()
      const input = parseInput(operations.getContextStats.input, options)
      await context.withLocal(async ({ operations: { getContextStats } }) => {
        const stats = await getContextStats(input)
        return options.json ? context.printJson(stats) : printStats(context, stats)
      })
    })
}

function printStats(context: CliContext, stats: OutputOf<'getContextStats'>): void {
  const { days, injections, sessions, tokens, shown, used, neverUsed } = stats
  if (injections === 0) {
    context.print(`No session was handed anything in the last ${count(days, 'day')}.`)
    return
  }
  const share = shown === 0 ? '' : ` (${Math.round((used / shown) * 100)} %)`
  const rows = [
    ['handed over', `${count(injections, 'time')} to ${count(sessions, 'session')}`],
    ['tokens', `${tokens}, ${Math.round(tokens / sessions)} a session`],
    ['of use', `${used} of ${shown} memories shown${share}`],
  ]
  for (const line of table(rows)) context.print(line)
  if (neverUsed.length === 0) return
  context.print()
  context.print('Never of use:')
  const never = neverUsed.map(({ id, text, shown: times }) => [
    id,
    count(times, 'session'),
    excerpt(text, 70),
  ])
  for (const line of table(never)) context.print(`  ${line}`)
}
