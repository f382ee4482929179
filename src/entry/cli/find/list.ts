import type { Command } from 'commander'
import { type OutputOf, operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { type Options, withPlace } from '../memory-options.ts'
import { ago, excerpt, memoryCount, pageLine, table } from '../present.ts'

type Memory = OutputOf<'listMemories'>['memories'][number]

export function registerList(program: Command, context: CliContext): void {
  withPlace(program.command('list'))
    .description(operations.listMemories.summary)
    .option('--kind <kind>', 'only this kind')
    .option('--tag <tag>', 'only with this tag')
    .option('--pinned', 'only pinned ones')
    .option('--as-of <date>', 'what was valid then')
    .option('--superseded', 'also those that others replaced')
    .option('--forgotten', 'instead those that were forgotten and can be restored')
    .option('--all', 'of every project, session and agent')
    .option('--limit <n>', 'at most this many', '20')
    .option('--offset <n>', 'leave out so many first')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'list',
        'list --kind decision --limit 5',
        'list --scope global --json',
        'list --all --as-of 2026-01-31',
        'list --forgotten',
      ),
    )
    .action(async (options: Options) => {
      if (options.forgotten) return listForgotten(context, options)
      const input = parseInput(operations.listMemories.input, {
        ...options,
        includeSuperseded: options.superseded,
        folder: context.cwd,
      })
      const result = await context.withLocal((local) => local.operations.listMemories(input))
      if (options.json) return context.printJson(result)
      const { memories, total } = result
      if (total === 0) {
        return context.print('No memory here. `throughline remember TEXT` stores one.')
      }
      for (const line of table(memories.map(toRow))) context.print(line)
      const page = pageLine(input.offset, memories.length, total, memoryCount)
      if (page !== undefined) context.print(page)
    })
}

async function listForgotten(context: CliContext, options: Options): Promise<void> {
  const given = { ...options, folder: context.cwd }
  const input = parseInput(operations.listForgotten.input, given)
  const result = await context.withLocal((local) => local.operations.listForgotten(input))
  if (options.json) return context.printJson(result)
  const { memories, total } = result
  if (total === 0) return context.print('No memory of here was forgotten in the last 30 days.')
  const rows = memories.map(({ forgottenAt, ...memory }) =>
    toRow({ ...memory, updatedAt: forgottenAt }),
  )
  for (const line of table(rows)) context.print(line)
  const page = pageLine(input.offset, memories.length, total, memoryCount)
  if (page !== undefined) context.print(page)
  context.print('throughline forget --undo ID  brings one back')
}

function toRow(memory: Memory): string[] {
  const marks = [
    ...(memory.pinned ? ['pinned'] : []),
    ...(memory.validTo === undefined ? [] : ['superseded']),
  ]
  const mark = marks.length > 0 ? `(${marks.join(', ')}) ` : ''
  return [
    memory.id,
    memory.scope,
    memory.kind,
    ago(memory.updatedAt, new Date()),
    `${mark}${memory.key === undefined ? '' : `${memory.key}: `}${excerpt(memory.content, 80)}`,
  ]
}
