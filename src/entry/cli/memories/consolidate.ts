import type { OutputOf } from '../../../contract/operations/index.ts'
import { argument, type Command, option, optionsOf } from '../command.ts'
import type { CliContext } from '../context.ts'
import { ago, brief, count, excerpt, idCell, memoryCount } from '../present.ts'

type Result = OutputOf<'consolidateMemories'>
type Undone = OutputOf<'undoConsolidation'>
type Done = OutputOf<'listConsolidations'>['consolidations']

export const consolidateCommand: Command = {
  options: optionsOf('consolidateMemories', 'project', 'all', 'dryRun'),
  examples: ['consolidate --dry-run', 'consolidate --all', 'consolidate undo'],
  async run(context, options) {
    const given = { ...options, folder: context.cwd }
    const result = await context.withFreshLocal(({ ask }) => ask('consolidateMemories', given))
    return options.json ? context.printJson(result) : printResult(context, result)
  },
  commands: {
    undo: {
      summary: 'Undo a consolidation: merged memories are valid again',
      arguments: [
        argument('[run]', 'Which one; by default the last one here, or of all', 'consolidation'),
      ],
      options: [option('--project <project>', 'The last one of this project')],
      examples: ['consolidate undo', 'consolidate undo 2b8c1e4a77'],
      async run(context, { project, json: asJson }, id) {
        const given = { id, project, folder: context.cwd }
        const undone = await context.withLocal(({ ask }) => ask('undoConsolidation', given))
        return asJson ? context.printJson(undone) : printUndone(context, undone)
      },
    },
    list: {
      summary: 'List consolidations, newest first',
      options: optionsOf('listConsolidations', 'project', 'limit'),
      examples: ['consolidate list', 'consolidate list --json'],
      run: (context, options) =>
        context.read(async ({ ask }) => {
          const result = await ask('listConsolidations', options)
          if (options.json) return context.printJson(result)
          const { projects } = await ask('listProjects', {})
          const names = new Map(projects.map(({ id, name }) => [id, name]))
          printList(context, result.consolidations, names)
        }),
    },
  },
}

const mostShown = 50
const verbs = { merge: 'merged', raise: 'raised', close: 'closed' } as const

function printResult(context: CliContext, { id, dryRun, actions, proposed }: Result) {
  const isNothing = actions.length === 0 && proposed.length === 0
  if (isNothing) return context.print('Nothing to consolidate.')
  for (const { kind, reason, memory, evidence } of actions.slice(0, mostShown)) {
    const where = kind === 'raise' ? ` to ${memory.scope} scope` : ''
    context.print(`${verbs[kind]}${where}, because ${reason}`)
    const id = dryRun && kind === 'raise' ? '' : memory.id
    const rows = [{ ...memory, id, sign: '+' }, ...evidence.map(withSign)]
    context.printTable(
      rows.map(({ sign, id, content }) => [sign, idCell(id), excerpt(content, 80)]),
      '  ',
    )
  }
  if (actions.length > mostShown) {
    context.print(`and ${actions.length - mostShown} more; --json shows them all`)
  }
  for (const { reason, memory } of proposed.slice(0, mostShown)) {
    context.print(`proposed for all projects, because of ${reason}`)
    context.printTable([['?', idCell(memory.id), excerpt(memory.content, 80)]], '  ')
  }
  context.print()
  if (dryRun) return context.print('A dry run: nothing was changed.')
  if (proposed.length > 0) context.print('throughline review  decides on proposals')
  if (id !== undefined) context.print(`throughline consolidate undo ${brief(id)}  undoes it`)
}

function withSign(former: Result['actions'][number]['evidence'][number]) {
  return { ...former, sign: former.isSuperseded ? '-' : '=' }
}

function printUndone(context: CliContext, { reopened, takenBack, left }: Undone): void {
  const gone = takenBack.length === 0 ? '' : `, ${memoryCount(takenBack.length)} taken back`
  context.print(`${memoryCount(reopened.length)} valid again${gone}.`)
  context.printTable(left.map(({ id, reason }) => ['left', idCell(id), reason]))
}

function printList(context: CliContext, done: Done, names: ReadonlyMap<string, string>) {
  if (done.length === 0) return context.print('Nothing has been consolidated yet.')
  const rows = done.map(({ id, projectId, at, undoneAt, merged, raised, closed }) => [
    idCell(id),
    projectId === undefined ? 'every project' : (names.get(projectId) ?? brief(projectId)),
    ago(at, new Date()),
    `${count(merged, 'merge')}, ${raised} raised, ${closed} closed`,
    undoneAt === undefined ? '' : 'undone',
  ])
  context.printTable(rows)
}
