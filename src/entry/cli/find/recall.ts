import type { Command } from 'commander'
import { operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { textOf } from '../given-text.ts'
import { type Options, withPlace } from '../memory-options.ts'
import { isDotted } from '../plain-question.ts'
import { answerLines } from '../print-hits.ts'

export function registerRecall(program: Command, context: CliContext): void {
  withPlace(program.command('recall'))
    .description(operations.recall.summary)
    .argument('<query...>', 'words, a question, a path, an error; - reads it from standard input')
    .option('--type <types>', 'memory, turn, tool-event, session; several with commas')
    .option('--kind <kind>', 'only memories of this kind')
    .option('--host <host>', 'only what this agent did or learned, e.g. claude-code')
    .option('--branch <branch>', 'only work on this branch')
    .option('--file <file>', 'only what touched this file')
    .option('--since <date>', 'not older than this')
    .option('--until <date>', 'not newer than this')
    .option('--as-of <date>', 'memories as they were valid then')
    .option('--limit <n>', 'at most this many', '10')
    .option('--offset <n>', 'leave out so many first')
    .option('--all', 'in every project')
    .option('--weak', 'also what is probably not meant')
    .option('--explain', 'say why each was found')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'recall how do we run the tests',
        'recall EADDRINUSE --type turn,tool-event --since 2026-01-31',
        'recall "package manager" --explain',
        'recall deploy --json | jq -r .hits[].id',
      ),
    )
    .action(async (words: string[], options: Options) => {
      const input = parseInput(operations.recall.input, {
        ...options,
        query: await textOf(context, words),
        types: options.type,
        file: fileFrom(context, options.file),
        folder: context.cwd,
      })
      const result = await context.withFreshLocal(({ operations: handlers, findHost }) => {
        if (input.host !== undefined) findHost(input.host)
        return handlers.recall(input)
      })
      if (options.json) return context.printJson(result)
      for (const line of answerLines(result.hits, input, new Date())) context.print(line)
    })
}

/** What begins with dots is meant from the folder one is in; a mere name is found in any. */
function fileFrom(context: CliContext, given: unknown): unknown {
  return typeof given === 'string' && isDotted(given) ? context.resolvePath(given) : given
}
