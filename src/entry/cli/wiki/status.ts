/** `wiki status`: where the wikis are, whether they are up to date, what waits for a person. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { CliContext } from '../context.ts'
import { ago, count, printWrapped } from '../present.ts'
import { printOpen } from './print-built.ts'
import type { WikiCommand } from './which-wiki.ts'

type Status = OutputOf<'wikiStatus'>

export const wikiStatusCommand: WikiCommand = {
  summary: 'Show where the pages are, and edits, conflicts and removals that need you',
  examples: ['wiki status', 'wiki status --json'],
  async run(context, options) {
    const status = await context.withFreshLocal(({ ask }) => ask('wikiStatus', {}))
    if (options.json) return context.printJson(status)
    if (!status.isEnabled) context.print('Wikis are switched off: throughline wiki enable')
    for (const wiki of status.wikis) printWiki(context, wiki)
    if (status.wikis.length === 0) context.print('There is nothing to write pages about yet.')
    for (const warning of status.warnings) printWrapped(context, warning)
    for (const file of status.movedAside) {
      printWrapped(context, `A damaged state was moved to ${file}; delete it when you like.`, '  ')
    }
  },
}

function printWiki(context: CliContext, wiki: Status['wikis'][number]): void {
  const { name, location, pages, statements, builtAt, waiting, edited } = wiki
  const built = builtAt === undefined ? 'not built yet' : `built ${ago(builtAt, new Date())}`
  context.print(`${name}: ${count(pages, 'page')}, ${count(statements, 'statement')}, ${built}`)
  context.print(`  ${location}`)
  if (waiting > 0) context.print(`  ${count(waiting, 'memory change')} not on the pages yet`)
  for (const path of edited) context.print(`  edited: ${path}`)
  printOpen(context, wiki, '  ')
}
