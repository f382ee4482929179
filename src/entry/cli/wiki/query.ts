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

function printAnswer(context: CliContext, result: OutputOf<'queryWiki'>): void {
  const { location, citations, answer, unanswered, keptAs } = result
  const numbers = new Map(citations.map(({ anchor }, n) => [anchor, `[${n + 1}]`]))
  if (answer) printWritten(context, answer, numbers)
  if (unanswered !== undefined) printWrapped(context, `The model wrote no answer: ${unanswered}.`)
  if (citations.length === 0) {
    printWrapped(context, `${titleOf(result)} says nothing about this; try throughline recall.`)
  }
  for (const { text, path, anchor } of citations) {
    const mark = answer ? (numbers.get(anchor) ?? '') : '-'
    printWrapped(context, `${mark} ${text.replace(/\s+/g, ' ')}`, '  ')
    context.print(`  ${path}#^${anchor}`)
  }
  if (keptAs === undefined) return
  context.print()
  context.print(`Kept as ${keptAs} in ${location}`)
}

function printWritten(
  context: CliContext,
  { sentences, model }: NonNullable<OutputOf<'queryWiki'>['answer']>,
  numbers: ReadonlyMap<string, string>,
): void {
  const cited = sentences.map(({ text, cites }) => {
    const marks = cites.map((anchor) => numbers.get(anchor) ?? '').join('')
    return `${text.slice(0, -1)} ${marks}${text.slice(-1)}`
  })
  printWrapped(context, `${cited.join(' ')} (${model})`)
  context.print()
}
