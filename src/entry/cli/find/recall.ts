import { isAbsolute } from 'node:path'
import { argument, type Command, type Options, option, optionsOf } from '../command.ts'
import type { Ask, CliContext, Reader } from '../context.ts'
import { brief, claimLine, excerpt } from '../present.ts'
import { textOf } from '../user-input.ts'
import { type Hit, printHits } from './print-hits.ts'
import { showAny } from './show.ts'

export const recallCommand: Command = {
  arguments: [
    argument('<query...>', 'Words, a question, a path, an error; - reads it from standard input'),
  ],
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
    'recall -- claude --print',
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
      if (result.unverifiedClaim) context.print(claimLine(result.unverifiedClaim))
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
  await openHits(context, reader.ask, hits, nextKey)
}

/** A key is one digit; 0 is the tenth. */
const mostNumbered = 10

/** Opens hits by their number, one key each, until the user leaves. */
async function openHits(
  context: CliContext,
  ask: Ask,
  hits: readonly Hit[],
  nextKey: () => Promise<string | undefined>,
): Promise<void> {
  for (;;) {
    context.print()
    context.print(`${keysFor(hits.length)} open  q quit`)
    const hit = await nextHit(hits, nextKey)
    if (!hit) return
    context.print()
    await show(context, ask, hit)
  }
}

function keysFor(count: number): string {
  if (count === 1) return '1'
  return count < mostNumbered ? `1-${count}` : '1-9, 0'
}

const leaving = new Set(['q', 'Q', '\r', '\n', '\u001b'])

/** @returns undefined when the user leaves */
async function nextHit(
  hits: readonly Hit[],
  nextKey: () => Promise<string | undefined>,
): Promise<Hit | undefined> {
  for (;;) {
    const key = await nextKey()
    if (key === undefined || leaving.has(key)) return undefined
    const hit = /^\d$/.test(key) ? hits[(Number(key) + 9) % 10] : undefined
    if (hit) return hit
  }
}

/** The hit may be gone by now; the others can still be opened. */
async function show(context: CliContext, ask: Ask, { id }: Hit): Promise<void> {
  try {
    await showAny(context, ask, id)
  } catch {
    context.print(`It cannot be shown now. Try: throughline show ${brief(id)}`)
  }
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
