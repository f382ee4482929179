import { isAbsolute } from 'node:path'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { argument, type Command, option, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { textOf } from '../given-text.ts'
import { ago, excerpt, table } from '../present.ts'

type Hit = OutputOf<'recall'>['hits'][number]

export const recallCommand: Command = {
  arguments: [
    argument('<query...>', 'Words, a question, a path, an error; - reads it from standard input'),
  ],
  options: [
    option('--type <types>', 'Only memory, turn, tool-event or session; several with commas'),
    ...optionsOf('recall', 'scope', 'project', 'session', 'agent', 'all', 'kind', 'host'),
    ...optionsOf('recall', 'branch', 'file', 'since', 'until', 'asOf', 'limit', 'offset'),
    ...optionsOf('recall', 'weak', 'explain'),
  ],
  examples: [
    'recall how do we run the tests',
    'recall EADDRINUSE --type turn,tool-event --since 2026-01-31',
    'recall "package manager" --explain',
    'recall deploy --json | jq -r .hits[].id',
  ],
  async run(context, options, ...words) {
    const { host, weak, offset } = options
    const query = await textOf(context, words)
    const file = fileFrom(context, options.file)
    const given = { ...options, query, types: options.type, file, folder: context.cwd }
    const result = await context.readFresh(async ({ ask, requireHost }) => {
      if (typeof host === 'string') await requireHost(host)
      return ask('recall', given)
    })
    if (options.json) return context.printJson(result)
    const hasMore = !weak && Number(offset ?? 0) === 0
    const lines =
      result.hits.length > 0 ? hitLines(result.hits, new Date()) : [nothingFound(query, hasMore)]
    for (const line of lines) context.print(line)
  },
}

/** `./a.ts` means the current folder; a bare name is found anywhere. */
function fileFrom(context: CliContext, given: unknown): unknown {
  const isRelative =
    typeof given === 'string' && !isAbsolute(given) && /^\.\.?([\\/]|$)/.test(given)
  return isRelative ? context.resolvePath(given) : given
}

function hitLines(hits: readonly Hit[], now: Date): string[] {
  const lines = table(
    hits.map((hit) => [
      hit.relevance.toFixed(2),
      hit.kind ?? hit.type,
      hit.at === '' ? '-' : ago(hit.at, now),
      hit.id,
      `${hit.standing === 'candidate' ? '(candidate) ' : ''}${excerpt(hit.text, 100)}`,
    ]),
  )
  return hits.flatMap((hit, index) => [
    lines[index] ?? '',
    ...(hit.explanation ?? []).map((reason) => `      ${excerpt(reason, 120)}`),
  ])
}

function nothingFound(query: string, hasMore: boolean): string {
  const more = hasMore ? ' --weak shows less likely matches.' : ''
  return `Nothing found for "${excerpt(query, 60)}".${more}`
}
