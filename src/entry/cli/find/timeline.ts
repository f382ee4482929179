import { argument, type Command, optionsOf } from '../command.ts'
import { brief, excerpt, idCell, readableTime } from '../present.ts'

export const timelineCommand: Command = {
  arguments: [argument('<id>', 'Any id that recall prints', 'session')],
  options: optionsOf('getTimeline', 'before', 'after'),
  examples: ['timeline 2b8c1e4a77', 'timeline 2b8c1e4a77 --before 10 --after 0'],
  async run(context, options, id) {
    const result = await context.readFresh(({ ask }) => ask('getTimeline', { ...options, id }))
    if (options.json) return context.printJson(result)
    if (result.session !== undefined) context.print(`session ${brief(result.session)}`)
    const rows = result.items.map((item) => [
      item.isAsked ? '>' : ' ',
      readableTime(item.at),
      item.type,
      idCell(item.id),
      excerpt(item.text, 100),
    ])
    context.printTable(rows)
    if (rows.length === 0) context.print('Nothing is known before or after it.')
  },
}
