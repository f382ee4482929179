import type { OutputOf } from '../../../contract/operations/index.ts'
import { type Command, type Options, option, optionsOf } from '../command.ts'
import type { Ask, CliContext } from '../context.ts'
import type { TableRow } from '../present/table.ts'
import { ago, excerpt, idCell, memoryCount, pageLine } from '../present.ts'

type Memory = OutputOf<'listMemories'>['memories'][number]

export const listCommand: Command = {
  options: [
    ...optionsOf(
      'listMemories',
      'scope',
      'project',
      'session',
      'agent',
      'all',
      'kind',
      'tag',
      'standing',
    ),
    option('--pinned', 'Only pinned ones'),
    ...optionsOf('listMemories', 'asOf'),
    option('--superseded', 'Include superseded memories'),
    option('--forgotten', 'Forgotten memories that can be restored'),
    ...optionsOf('listMemories', 'limit', 'offset'),
  ],
  examples: [
    'list',
    'list --kind decision --limit 5',
    'list --scope global --json',
    'list --all --as-of 2026-01-31',
    'list --standing candidate',
    'list --forgotten',
  ],
  async run(context, options) {
    if (options.forgotten) return listForgotten(context, options)
    const given = { ...options, includeSuperseded: options.superseded, folder: context.cwd }
    await context.read(async ({ ask }) => {
      const result = await ask('listMemories', given)
      if (options.json) return context.printJson(result)
      if (result.total === 0) {
        return context.print('No memories here. `throughline remember TEXT` stores one.')
      }
      const nameOf = await namePlaces(ask, options)
      const rows = result.memories.map((memory) => toRow(memory, nameOf(memory)))
      printPage(context, options, rows, result.total)
    })
  },
}

async function listForgotten(context: CliContext, options: Options): Promise<void> {
  const given = { ...options, folder: context.cwd }
  await context.read(async ({ ask }) => {
    const result = await ask('listForgotten', given)
    if (options.json) return context.printJson(result)
    const { memories, total } = result
    if (total === 0) return context.print('Nothing here was forgotten in the last 30 days.')
    const nameOf = await namePlaces(ask, options)
    const rows = memories.map(({ forgottenAt, ...memory }) =>
      toRow({ ...memory, updatedAt: forgottenAt }, nameOf(memory)),
    )
    printPage(context, options, rows, total)
    context.print('throughline restore ID  restores one')
  })
}

type Place = Pick<Memory, 'scope' | 'scopeId'>

async function namePlaces(ask: Ask, { all }: Options): Promise<(place: Place) => string> {
  if (!all) return ({ scope }) => scope
  const { projects } = await ask('listProjects', {})
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return ({ scope, scopeId }) => names.get(scopeId) ?? scope
}

function printPage(
  context: CliContext,
  options: Options,
  rows: readonly TableRow[],
  total: number,
): void {
  context.printTable(rows)
  const page = pageLine(Number(options.offset ?? 0), rows.length, total, memoryCount)
  if (page !== undefined) context.print(page)
}

function toRow(memory: Memory, place: string): TableRow {
  const marks = [
    ...(memory.author ? [`by ${memory.author.name}`] : []),
    ...(memory.trust === 'repository' ? ['repository'] : []),
    ...(memory.standing === 'candidate' ? ['candidate'] : []),
    ...(memory.pinned ? ['pinned'] : []),
    ...(memory.validTo === undefined ? [] : ['superseded']),
  ]
  const mark = marks.length > 0 ? `(${marks.join(', ')}) ` : ''
  return [
    idCell(memory.id),
    place,
    memory.kind,
    ago(memory.updatedAt, new Date()),
    `${mark}${memory.key === undefined ? '' : `${memory.key}: `}${excerpt(memory.content, 120)}`,
  ]
}
