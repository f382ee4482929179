import { argument, type Command, option, optionsOf } from '../command.ts'
import { describeAuthorDecided, describeDecided, printReviewList } from './print-review.ts'

export const reviewCommand: Command = {
  options: [
    ...optionsOf('listReview', 'project', 'kind'),
    option('--list', 'Only list the items, as it does without a terminal'),
    ...optionsOf('listReview', 'limit', 'offset'),
  ],
  examples: ['review', 'review --list --kind proposal', 'review decide 3fa91c02b7de merge'],
  async run(context, options) {
    const nextKey = context.isTerminal && !context.agent?.() ? context.input?.nextKey : undefined
    if (nextKey && !options.list && !options.json) {
      const { reviewByKey } = await import('./review-by-key.ts')
      return context.withFreshLocal(({ ask }) => reviewByKey(context, ask, options, nextKey))
    }
    const result = await context.readFresh(({ ask }) => ask('listReview', options))
    if (options.json) return context.printJson(result)
    printReviewList(context, result, Number(options.offset ?? 0))
  },
  commands: {
    decide: {
      summary: 'Accept or drop a proposal; keep, merge or drop the memories of another item',
      arguments: [
        argument('<key>', 'Key of the item, as review --list prints it', 'review-item'),
        argument('<decision>', 'accept, keep, merge or drop'),
      ],
      options: [
        option('--stays <memory>', 'Of two, the id of the one that stays (default: the first)'),
        option('--content <text>', 'Accept a proposal in these words'),
        option('--because <reason>', 'Of two that contradict each other: why both are true'),
      ],
      examples: [
        'review decide 3fa91c02b7de keep',
        'review decide 0c11d2a97f3e accept',
        'review decide 7be204d1a6f3 keep --because "Makefiles need tabs"',
      ],
      async run(context, { stays, content, because, json: asJson }, key, decision) {
        const given = { key, decision, stays, content, because }
        const decided = await context.withLocal(({ ask }) => ask('decideReview', given))
        if (asJson) return context.printJson(decided)
        context.print(describeDecided(decided))
        context.print('throughline review undo  undoes it')
      },
    },
    author: {
      summary: 'Approve a teammate, or drop everything of theirs that waits',
      arguments: [
        argument('<author>', 'Their name or id'),
        argument('<decision>', 'keep: approve them; drop: forget what waits, on this machine'),
      ],
      examples: ['review author "Ada Lovelace" keep', 'review author Mallory drop'],
      async run(context, { json: asJson }, author, decision) {
        const decided = await context.withLocal(({ ask }) =>
          ask('decideAuthor', { author, decision }),
        )
        if (asJson) return context.printJson(decided)
        context.print(describeAuthorDecided(decided))
      },
    },
    undo: {
      summary: 'Undo a decision',
      arguments: [argument('[key]', 'Key of the item (default: the last one decided)')],
      examples: ['review undo'],
      async run(context, options, key) {
        const undone = await context.withLocal(({ ask }) => ask('undoReview', { key }))
        if (options.json) return context.printJson(undone)
        context.print(`Undone: ${undone.decision} of ${undone.key}.`)
      },
    },
  },
}
