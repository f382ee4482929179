import type { Command } from 'commander'
import { type OutputOf, operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { ago, count, excerpt, memoryCount, table } from '../present.ts'

type Result = OutputOf<'consolidateMemories'>
type Undone = OutputOf<'undoConsolidation'>
type Done = OutputOf<'listConsolidations'>['consolidations']

export function registerConsolidate(program: Command, context: CliContext): void {
  // Commander gives an option that both have to the outer command, wherever it stands.
  const consolidate = program
    .command('consolidate')
    .description(operations.consolidateMemories.summary)
    .option('--project <project>', 'a project, by id, name or identity')
    .option('--all', 'in every project')
    .option('--dry-run', 'only say what would be done')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples('consolidate --dry-run', 'consolidate --all', 'consolidate undo'),
    )
    .action(async (options: Record<string, unknown>) => {
      const given = { ...options, folder: context.cwd }
      const input = parseInput(operations.consolidateMemories.input, given)
      const result = await context.withFreshLocal((local) =>
        local.operations.consolidateMemories(input),
      )
      return options.json ? context.printJson(result) : printResult(context, result)
    })

  consolidate
    .command('undo')
    .description(operations.undoConsolidation.summary)
    .argument('[run]', 'which one; without it the last one of this project, or of all')
    .option('--project <project>', 'the last one of this project')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('consolidate undo', 'consolidate undo 0196f3d2-…'))
    .action(async (id: string | undefined) => {
      const { json, project } = consolidate.opts()
      const given = { id, project, folder: context.cwd }
      const input = parseInput(operations.undoConsolidation.input, given)
      const undone = await context.withLocal((local) => local.operations.undoConsolidation(input))
      return json ? context.printJson(undone) : printUndone(context, undone)
    })

  consolidate
    .command('list')
    .description(operations.listConsolidations.summary)
    .option('--project <project>', 'only this project, and all projects at once')
    .option('--limit <n>', 'at most this many', '20')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('consolidate list', 'consolidate list --json'))
    .action(async ({ limit }: { limit: string }) => {
      const { json, project } = consolidate.opts()
      const input = parseInput(operations.listConsolidations.input, { project, limit })
      await context.withLocal(async ({ operations: handlers }) => {
        const result = await handlers.listConsolidations(input)
        if (json) return context.printJson(result)
        const { projects } = await handlers.listProjects({})
        const names = new Map(projects.map(({ id, name }) => [id, name]))
        printList(context, result.consolidations, names)
      })
    })
}

const mostShown = 50
const verbs = { merge: 'merged', raise: 'raised', close: 'closed' } as const

function printResult(context: CliContext, { id, dryRun, actions }: Result): void {
  if (actions.length === 0) {
    context.print('Nothing to consolidate.')
    return
  }
  for (const { kind, reason, memory, evidence } of actions.slice(0, mostShown)) {
    const where = kind === 'raise' ? ` to ${memory.scope} scope` : ''
    context.print(`${verbs[kind]}${where}, because ${reason}`)
    const stands = [['+', dryRun && kind === 'raise' ? '' : memory.id, memory.content]]
    const rests = evidence.map((former) => [
      former.isSuperseded ? '-' : '=',
      former.id,
      former.content,
    ])
    const rows = [...stands, ...rests].map(([sign = '', name = '', content = '']) => [
      `  ${sign}`,
      name,
      excerpt(content, 80),
    ])
    for (const line of table(rows)) context.print(line)
  }
  if (actions.length > mostShown) {
    context.print(`and ${actions.length - mostShown} more; --json shows them all`)
  }
  context.print()
  if (id === undefined) context.print('A dry run: nothing was changed.')
  else context.print(`throughline consolidate undo ${id}  takes it back`)
}

function printUndone(context: CliContext, { reopened, takenBack, left }: Undone): void {
  const gone = takenBack.length === 0 ? '' : `, ${memoryCount(takenBack.length)} taken back`
  context.print(`${memoryCount(reopened.length)} valid again${gone}.`)
  for (const line of table(left.map(({ id, reason }) => ['left', id, reason]))) context.print(line)
}

function printList(context: CliContext, done: Done, names: ReadonlyMap<string, string>): void {
  if (done.length === 0) {
    context.print('Nothing was consolidated yet.')
    return
  }
  const rows = done.map(({ id, projectId, at, undoneAt, merged, raised, closed }) => [
    id,
    projectId === undefined ? 'every project' : (names.get(projectId) ?? projectId),
    ago(at, new Date()),
    `${count(merged, 'merge')}, ${raised} raised, ${closed} closed`,
    undoneAt === undefined ? '' : 'undone',
  ])
  for (const line of table(rows)) context.print(line)
}
