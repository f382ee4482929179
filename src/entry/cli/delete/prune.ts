import { type Command, option, optionsOf } from '../command.ts'

export const pruneCommand: Command = {
  options: [
    option('--dry-run', 'Show what would go and why, and delete nothing'),
    ...optionsOf('prune', 'compact'),
  ],
  examples: ['prune --dry-run', 'prune --compact', 'config set retention.historyDays 90'],
  async run(context, options) {
    await context.withLocal(async ({ ask }) => {
      const result = await ask('prune', { dryRun: options.dryRun, compact: options.compact })
      if (options.json) return context.printJson(result)
      const { isDryRun, items } = result
      if (items.length === 0) return context.print('Nothing is older than your settings allow')
      context.print(isDryRun ? 'Would delete:' : 'Deleted:')
      const rows = items.map(({ what, count, reason }) => [what, String(count), reason])
      context.printTable(rows, '  ')
      if (items.some(({ what }) => /memories|candidates/.test(what))) {
        context.print(
          'Memories and candidates can be restored for 30 days: throughline list --forgotten',
        )
      }
    })
  },
}
