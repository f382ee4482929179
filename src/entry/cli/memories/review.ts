import type { Command } from 'commander'
import { operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import { reviewKinds } from '../../../contract/vocabulary.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { printList, tellDecided } from './print-review.ts'

export function registerReview(program: Command, context: CliContext): void {
  // Commander gives an option that both have to the outer command, wherever it stands.
  const review = program
    .command('review')
    .description(operations.listReview.summary)
    .option('--project <project>', 'only of this project, by id, name or identity')
    .option('--kind <kind>', `only ${reviewKinds.join(', ')}`)
    .option('--list', 'only list them; so it does where nobody sits at a terminal')
    .option('--limit <n>', 'list at most this many', '20')
    .option('--offset <n>', 'skip so many of the list', '0')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples('review', 'review --list --kind stale', 'review decide 3fa91c02b7de merge'),
    )
    .action(async (options: Record<string, unknown>) => {
      const input = parseInput(operations.listReview.input, options)
      const nextKey = context.isTerminal ? context.input?.nextKey : undefined
      await context.withFreshLocal(async ({ operations: handlers }) => {
        if (nextKey && !options.list && !options.json) {
          const { reviewByKey } = await import('./review-by-key.ts')
          const { project, kind } = input
          return reviewByKey(context, handlers, { project, kind }, nextKey)
        }
        const result = await handlers.listReview(input)
        return options.json ? context.printJson(result) : printList(context, result, input.offset)
      })
    })

  review
    .command('decide')
    .description(operations.decideReview.summary)
    .argument('<key>', 'key of the item, as review --list shows it')
    .argument('<decision>', 'keep, merge or drop')
    .option('--stays <memory>', 'of two, the id of the one that stays; the first unless told')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('review decide 3fa91c02b7de keep'))
    .action(async (key: string, decision: string, { stays }: { stays?: string }) => {
      const input = parseInput(operations.decideReview.input, { key, decision, stays })
      const decided = await context.withLocal((local) => local.operations.decideReview(input))
      if (review.opts().json) return context.printJson(decided)
      context.print(tellDecided(decided))
      context.print('throughline review undo  takes it back')
    })

  review
    .command('undo')
    .description(operations.undoReview.summary)
    .argument('[key]', 'key of the item; the last one that was decided unless told')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('review undo'))
    .action(async (key: string | undefined) => {
      const input = parseInput(operations.undoReview.input, { key })
      const undone = await context.withLocal((local) => local.operations.undoReview(input))
      if (review.opts().json) return context.printJson(undone)
      context.print(`Undone: ${undone.decision} of ${undone.key}.`)
    })
}
