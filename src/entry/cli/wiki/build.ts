/** `wiki build` and `wiki apply`: edits become memories, memories become pages. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import { option, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { memoryCount } from '../present.ts'
import { printBuilt } from './print-built.ts'
import { type WikiCommand, wikiInput, wikiOptions } from './which-wiki.ts'

export const buildCommand: WikiCommand = {
  summary: 'Read your edits and update the pages',
  options: [...wikiOptions, ...optionsOf('buildWiki', 'all', 'whole')],
  examples: ['wiki build', 'wiki build --all', 'wiki build --global --whole'],
  async run(context, options) {
    const { all, whole } = options
    const input = { ...wikiInput(context, options), all, whole }
    const result = await context.withFreshLocal(({ ask }) => ask('buildWiki', input))
    if (options.json) return context.printJson(result)
    const shown = result.wikis.filter((wiki) => !all || hasNews(wiki))
    for (const wiki of shown) printBuilt(context, wiki)
    if (shown.length === 0) context.print('Every wiki is up to date.')
  },
}

export const applyCommand: WikiCommand = {
  summary: 'Forget the statements you removed from pages',
  options: [...wikiOptions, option('--put-back', 'Put them back on their pages instead')],
  examples: ['wiki apply', 'wiki apply --put-back'],
  async run(context, options) {
    const held = options.putBack ? 'put-back' : 'forget'
    const input = { ...wikiInput(context, options), held }
    const result = await context.withFreshLocal(({ ask }) => ask('buildWiki', input))
    if (options.json) return context.printJson(result)
    for (const wiki of result.wikis) printApplied(context, wiki, held === 'forget')
  },
}

function hasNews(wiki: OutputOf<'buildWiki'>['wikis'][number]): boolean {
  const { changes, written, removed, conflicts, held, problems } = wiki
  return [changes, written, removed, conflicts, held, problems].some(({ length }) => length > 0)
}

function printApplied(
  context: CliContext,
  wiki: OutputOf<'buildWiki'>['wikis'][number],
  forgets: boolean,
): void {
  printBuilt(context, wiki)
  const forgotten = wiki.changes.filter(({ what }) => what === 'forgotten').length
  if (!forgets || forgotten === 0) return
  context.print(`Forgot ${memoryCount(forgotten)}; throughline list --forgotten shows them.`)
}
