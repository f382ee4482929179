import { type Command, option, optionsOf } from '../command.ts'

export const pruneCommand: Command = {
  options: [
    option('--dry-run', 'Show what would go and why, and remove nothing'),
    ...optionsOf('prune', 'compact'),
  ],
  examples: ['prune --dry-run', 'prune --compact', 'config set retention.historyDays 90'],
  async run(context, options) {
    await context.withLocal(async ({ ask }) => {
      const result = await ask('prune', { dryRun: options.dryRun, compact: options.compact })
      if (options.json) return context.printJson(result)
      const { isDryRun, items, paused } = result
      if (paused !== undefined) return context.print(`Retention is paused: ${paused}`)
      if (items.length === 0) return context.print('Nothing is older than your settings allow')
      context.print(isDryRun ? 'Would remove:' : 'Removed:')
      const rows = items.map(({ what, count, reason }) => [what, String(count), reason])
      context.printTable(rows, '  ')
      const has = (pattern: RegExp) => items.some(({ what }) => pattern.test(what))
      if (has(/memories|candidates/)) {
        context.print(
          'Memories and candidates can be restored for 30 days: throughline list --forgotten',
        )
      }
      if (has(/marked/)) {
        context.print(
          'Marked sessions are deleted in 30 days: throughline sessions --leaving lists them,',
        )
        context.print('throughline restore --session ID keeps one')
      }
    })
  },
}
