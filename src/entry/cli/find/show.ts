import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { hitTypes } from '../../../contract/vocabulary.ts'
import { argument, type Command, type Options, option, optionsOf } from '../command.ts'
import type { Ask, CliContext } from '../context.ts'
import { refer } from '../memories/named-memories.ts'
import { brief, excerpt, idCell, readableTime } from '../present.ts'
import { wholeId } from '../resolve-ids.ts'
import { findCommit, printTraced } from './blame.ts'
import { type Captured, findCaptured, printCaptured } from './captured.ts'
import { printHistory, printMemory, printSources } from './print-memory.ts'

type Memory = OutputOf<'getMemory'>
type TracedCommit = { readonly type: 'commit' } & OutputOf<'traceCommit'>

export const showCommand: Command = {
  arguments: [
    argument(
      '<id>',
      'A memory’s id or key, any id that recall prints, or a commit; part of an id will do',
      'memory',
    ),
  ],
  options: [
    option('--sources', 'What it was learned from'),
    option('--history', 'Every version of it'),
    ...optionsOf('getMemory', 'asOf', 'exact', 'scope', 'project', 'session', 'agent'),
  ],
  examples: [
    'show package-manager',
    'show 2b8c1e4a77 --sources --history',
    'show package-manager --scope global --as-of 2026-01-31',
    'show 182fe52b',
  ],
  run: (context, options, id = '') =>
    context.readFresh(({ ask }) => showAny(context, ask, id, options)),
}

/** @throws ThroughlineError `not-found` */
export async function showAny(
  context: CliContext,
  ask: Ask,
  id: string,
  options: Options = {},
): Promise<void> {
  const given = await wholeId(ask, id, [...hitTypes, 'forgotten'])
  const found = await find(context, ask, given, options)
  if (!('type' in found)) return showMemory(context, ask, found, options)
  if (options.json) context.printJson(found)
  else if (found.type === 'commit') printTraced(context, found)
  else printCaptured(context, found)
}

async function find(
  context: CliContext,
  ask: Ask,
  given: string,
  options: Options,
): Promise<Memory | Captured | TracedCommit> {
  const { asOf, exact } = options
  const reference = refer(context, given, options)
  try {
    return await ask('getMemory', { ...reference, asOf, exact })
  } catch (error) {
    const isMissing = error instanceof ThroughlineError && error.code === 'not-found'
    const captured =
      isMissing && 'id' in reference ? await findCaptured(ask, given.trim()) : undefined
    if (captured) return captured
    const traced = isMissing ? await findCommit(context, ask, given) : undefined
    if (traced) return { type: 'commit', ...traced }
    throw error
  }
}

async function showMemory(
  context: CliContext,
  ask: Ask,
  memory: Memory,
  options: Options,
): Promise<void> {
  const { id, sources } = memory
  const versions = options.history ? (await ask('memoryHistory', { id })).versions : undefined
  if (options.json) return context.printJson({ ...memory, ...(versions && { history: versions }) })
  const mayBeChecked = memory.scope === 'project' && memory.validTo === undefined
  const checks = mayBeChecked ? await ask('listChecks', { id, folder: context.cwd }) : undefined
  await printMemory(context, memory, ask, checks)
  if (options.sources) await printSources(context, sources, ask)
  if (versions) printHistory(context, versions)
}

export const timelineCommand: Command = {
  arguments: [argument('<id>', 'Any id that recall prints', 'session')],
  options: optionsOf('getTimeline', 'before', 'after'),
  examples: ['timeline 2b8c1e4a77', 'timeline 2b8c1e4a77 --before 10 --after 0'],
  async run(context, options, id) {
    const result = await context.readFresh(({ ask }) => ask('getTimeline', { ...options, id }))
    if (options.json) return context.printJson(result)
    if (result.session !== undefined) context.print(`session ${brief(result.session)}`)
    const rows = result.items.map((item) => [
      item.isAsked ? '>' : ' ',
      readableTime(item.at),
      item.type,
      idCell(item.id),
      excerpt(item.text, 100),
    ])
    context.printTable(rows)
    if (rows.length === 0) context.print('Nothing is known before or after it.')
  },
}
