import type { Command } from 'commander'
import { type OutputOf, operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { ago, count, table } from '../present.ts'

type Project = OutputOf<'getProject'>

export function registerProjects(program: Command, context: CliContext): void {
  const projects = program
    .command('projects')
    .description('See and repair which folder is what')
    .addHelpText('after', examples('projects list', 'projects merge widgets-old widgets'))
  const show = (project: Project, json: boolean | undefined) =>
    json ? context.printJson(project) : printProject(context, project)

  projects
    .command('list', { isDefault: true })
    .description(operations.listProjects.summary)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('projects list'))
    .action(async ({ json }: { json?: true }) => {
      const result = await context.withFreshLocal((local) => local.operations.listProjects({}))
      if (json) return context.printJson(result)
      if (result.projects.length === 0) return context.print('No project seen yet.')
      const rows = result.projects.map((project) => [
        project.name,
        project.identity,
        count(project.sessions, 'session'),
        ago(project.lastEventAt, new Date()),
      ])
      for (const line of table(rows)) context.print(line)
    })

  projects
    .command('show')
    .description(operations.getProject.summary)
    .argument('<project>', 'id, name or identity')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('projects show widgets'))
    .action(async (project: string, { json }: { json?: true }) =>
      show(await context.withFreshLocal((local) => local.operations.getProject({ project })), json),
    )

  projects
    .command('rename')
    .description(operations.renameProject.summary)
    .argument('<project>', 'id, name or identity')
    .argument('<name>', 'the new name')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('projects rename widgets "Widget shop"'))
    .action(async (project: string, name: string, { json }: { json?: true }) => {
      const input = parseInput(operations.renameProject.input, { project, name })
      show(await context.withFreshLocal((local) => local.operations.renameProject(input)), json)
    })

  projects
    .command('merge')
    .description(operations.mergeProjects.summary)
    .argument('<from>', 'the project that goes')
    .argument('<into>', 'the project that stays')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('projects merge widgets-old widgets'))
    .action(async (from: string, into: string, { json }: { json?: true }) => {
      const project = await context.withFreshLocal((local) =>
        local.operations.mergeProjects({ from, into }),
      )
      show(project, json)
      const merged = project.merged.at(-1)
      if (json || !merged) return
      context.print()
      context.print(`throughline projects unmerge ${merged.id}  takes it back`)
    })

  projects
    .command('unmerge')
    .description(operations.unmergeProject.summary)
    .argument(
      '[project]',
      'the one that was merged, by id, name or identity; the last one unless told',
    )
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('projects unmerge', 'projects unmerge widgets-old'))
    .action(async (project: string | undefined, { json }: { json?: true }) => {
      const result = await context.withFreshLocal((local) =>
        local.operations.unmergeProject({ project }),
      )
      if (json) return context.printJson(result)
      printProject(context, result.project)
      const left = result.left.map(({ id, reason }) => ['left', id, reason])
      for (const line of table(left)) context.print(line)
    })

  projects
    .command('move')
    .description(operations.moveProject.summary)
    .argument('<project>', 'id, name or identity')
    .argument('<identity>', 'what it is now, e.g. github.com/acme/widgets')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('projects move widgets github.com/acme/widget-shop'))
    .action(async (project: string, identity: string, { json }: { json?: true }) => {
      const input = parseInput(operations.moveProject.input, { project, identity })
      show(await context.withFreshLocal((local) => local.operations.moveProject(input)), json)
    })
}

function printProject(context: CliContext, project: Project): void {
  const rows = [
    ['project', project.name],
    ['id', project.id],
    ['identity', project.identity],
    ['also', project.aliases.join(', ') || '-'],
    ['merged', project.merged.map(({ name }) => name).join(', ') || '-'],
    ['folder', project.root ?? '-'],
    ['sessions', String(project.sessions)],
    ['last event', ago(project.lastEventAt, new Date())],
  ]
  for (const line of table(rows)) context.print(line)
}
