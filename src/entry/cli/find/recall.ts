import { isAbsolute } from 'node:path'
import { argument, type Command, type Options, option, optionsOf } from '../command.ts'
import type { CliContext, Reader } from '../context.ts'
import { excerpt } from '../present.ts'
import { textOf } from '../user-input.ts'
import { type Hit, printHits } from './print-hits.ts'

export const recallCommand: Command = {
  arguments: [
    argument('<query...>', 'Words, a question, a path, an error; - reads it from standard input'),
  ],
  takesAnyWord: true,
  options: [
    option('--type <types>', 'Only memory, turn, tool-event or session; several with commas'),
    ...optionsOf('recall', 'scope', 'project', 'session', 'agent', 'all', 'kind', 'host'),
    ...optionsOf('recall', 'branch', 'file', 'since', 'until', 'asOf', 'limit', 'offset'),
    ...optionsOf('recall', 'weak', 'explain'),
    option('--list', 'Only list the hits, as it does without a terminal'),
  ],
  examples: [
    'recall how do we run the tests',
    'recall EADDRINUSE --type turn,tool-event --since 2026-01-31',
    'recall claude --print',
    'recall "package manager" --explain',
    'recall deploy --json | jq -r .hits[].id',
  ],
  async run(context, options, ...words) {
    const { host } = options
    const query = await textOf(context, words)
    const file = fileFrom(context, options.file)
    const given = { ...options, query, types: options.type, file, folder: context.cwd }
    await context.readFresh(async (reader) => {
      if (typeof host === 'string') await reader.requireHost(host)
      const result = await reader.ask('recall', given)
      if (options.json) return context.printJson(result)
      if (result.withoutDate) context.print('Nothing was found for that date; without it:')
      return present(context, reader, result.hits, query, options)
    })
  },
}

async function present(
  context: CliContext,
  reader: Reader,
  hits: readonly Hit[],
  query: string,
  { weak, offset, list, all }: Options,
): Promise<void> {
  const hasMore = !weak && Number(offset ?? 0) === 0
  if (hits.length === 0) return context.print(nothingFound(query, hasMore))
  const nextKey = context.isTerminal && !list ? context.input?.nextKey : undefined
  printHits(context, hits, { isNumbered: nextKey !== undefined, showsProject: all === true })
  if (!nextKey) return
  const { openHits } = await import('./open-hits.ts')
  await openHits(context, reader.ask, hits, nextKey)
}

/** `./a.ts` means the current folder; a bare name is found anywhere. */
function fileFrom(context: CliContext, given: unknown): unknown {
  const isRelative =
    typeof given === 'string' && !isAbsolute(given) && /^\.\.?([\\/]|$)/.test(given)
  return isRelative ? context.resolvePath(given) : given
}

function nothingFound(query: string, hasMore: boolean): string {
  const more = hasMore ? ' --weak shows less likely matches.' : ''
  return `Nothing found for "${excerpt(query, 60)}".${more}`
}
