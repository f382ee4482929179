/** `wiki query`: an answer from the pages, with citations. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import { argument, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { printWrapped } from '../present.ts'
import { titleOf, type WikiCommand, wikiInput, wikiOptions } from './which-wiki.ts'

export const queryCommand: WikiCommand = {
  summary: 'Answer a question from the pages, with citations',
  arguments: [argument('<question...>', 'What you want to know')],
  options: [...wikiOptions, ...optionsOf('queryWiki', 'keep')],
  examples: ['wiki query how do we deploy', 'wiki query "why pnpm?" --keep'],
  async run(context, options, ...words) {
    const question = words.flat().join(' ')
    const input = { ...wikiInput(context, options), question, keep: options.keep }
    const result = await context.withLocal(({ ask }) => ask('queryWiki', input))
    if (options.json) return context.printJson(result)
    printAnswer(context, result)
  },
}

function printAnswer(context: CliContext, answer: OutputOf<'queryWiki'>): void {
  const { location, citations, keptAs } = answer
  if (citations.length === 0) {
    printWrapped(context, `${titleOf(answer)} says nothing about this; try throughline recall.`)
  }
  for (const { text, path, anchor } of citations) {
    printWrapped(context, `- ${text.replace(/\s+/g, ' ')}`, '  ')
    context.print(`  ${path}#^${anchor}`)
  }
  if (keptAs === undefined) return
  context.print()
  context.print(`Kept as ${keptAs} in ${location}`)
}
