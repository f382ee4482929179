import { existsSync } from 'node:fs'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { argument, type Command, type Options, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import type { TableRow } from '../present/table.ts'
import { ago, brief, count, idCell, memoryCount, toFact } from '../present.ts'

const project = argument('<project>', 'Id, name, identity or folder', 'project')

export const projectsCommand: Command = {
  examples: ['projects list', 'projects merge widgets-old widgets'],
  byDefault: 'list',
  commands: {
    list: {
      summary: 'List known projects, the most recently active first',
      examples: ['projects list'],
      async run(context, options) {
        const result = await context.readFresh(({ ask }) => ask('listProjects', {}))
        if (options.json) return context.printJson(result)
        if (result.projects.length === 0) {
          return context.print('No project seen yet. `throughline setup` connects your agent.')
        }
        context.printTable(
          result.projects.map(({ name, identity, root, sessions, lastEventAt }) => [
            { text: name, style: 'heading' },
            { text: isHashed(identity) ? (root ?? '') : identity, style: 'quiet' },
            count(sessions, 'session'),
            ago(lastEventAt, new Date()),
          ]),
        )
      },
    },
    show: {
      summary: 'Show a project and every identity it is known by',
      arguments: [project],
      examples: ['projects show widgets'],
      async run(context, options, name) {
        const given = { project: name }
        show(context, options, await context.readFresh(({ ask }) => ask('getProject', given)))
      },
    },
    rename: {
      summary: 'Give a project another name',
      arguments: [project, argument('<name>', 'The new name')],
      examples: ['projects rename widgets "Widget shop"'],
      async run(context, options, from, name) {
        const given = { project: from, name }
        const result = await context.withFreshLocal(({ ask }) => ask('renameProject', given))
        show(context, options, result)
      },
    },
    merge: {
      summary: 'Move everything of one project into another',
      arguments: [
        argument('<from>', 'The project to merge', 'project'),
        argument('<into>', 'The project to keep', 'project'),
      ],
      options: [option('--dry-run', 'Show what would move and change nothing')],
      examples: [
        'projects merge widgets-old widgets --dry-run',
        'projects merge widgets-old widgets',
      ],
      async run(context, options, from, into) {
        if (options.dryRun) return previewMerge(context, options, { from, into })
        const given = { from, into }
        const result = await context.withFreshLocal(({ ask }) => ask('mergeProjects', given))
        show(context, options, result)
        const merged = result.merged.at(-1)
        if (options.json || !merged) return
        context.print()
        context.print(`throughline projects unmerge ${brief(merged.id)}  undoes it`)
      },
    },
    unmerge: {
      summary: 'Split a merged project off again, with everything it had',
      arguments: [
        argument(
          '[project]',
          'The merged project, by id, name or identity (default: the last)',
          'project',
        ),
      ],
      examples: ['projects unmerge', 'projects unmerge widgets-old'],
      async run(context, options, name) {
        const given = { project: name }
        const result = await context.withFreshLocal(({ ask }) => ask('unmergeProject', given))
        if (options.json) return context.printJson(result)
        show(context, options, result.project)
        context.printTable(result.left.map(({ id, reason }) => ['left', idCell(id), reason]))
      },
    },
    trust: {
      summary: 'Confirm that a folder is the project it claims to be',
      arguments: [argument('[folder]', 'The folder (default: this one)')],
      examples: ['projects trust', 'projects trust ~/src/widgets'],
      async run(context, options, folder) {
        const given = { folder: folder === undefined ? context.cwd : context.resolvePath(folder) }
        if (!existsSync(given.folder)) {
          throw new ThroughlineError('not-found', `there is no folder ${given.folder}`, {
            hint: 'name a folder with a repository',
          })
        }
        show(context, options, await context.withFreshLocal(({ ask }) => ask('trustFolder', given)))
      },
    },
    move: {
      summary: 'Give a project a new identity; the old one still works',
      arguments: [
        project,
        argument('<identity>', 'The new identity, e.g. github.com/acme/widgets'),
      ],
      examples: ['projects move widgets github.com/acme/widget-shop'],
      async run(context, options, name, identity) {
        const given = { project: name, identity }
        show(context, options, await context.withFreshLocal(({ ask }) => ask('moveProject', given)))
      },
    },
  },
}

async function previewMerge(
  context: CliContext,
  options: Options,
  names: { readonly from: string | undefined; readonly into: string | undefined },
): Promise<void> {
  await context.withFreshLocal(async ({ ask }) => {
    const from = await ask('getProject', { project: names.from })
    const into = await ask('getProject', { project: names.into })
    const scope = { scope: 'project', project: from.id, includeSuperseded: true }
    const { total: memories } = await ask('countMemories', scope)
    if (options.json) return context.printJson({ from, into, memories })
    const what = `${count(from.sessions, 'session')} and ${memoryCount(memories)}`
    context.print(`Would move ${what} of ${from.name} into ${into.name}`)
  })
}

function show(context: CliContext, options: Options, found: OutputOf<'getProject'>) {
  if (options.json) return context.printJson(found)
  context.printTable([
    toFact('project', found.name, 'heading'),
    [{ text: 'id', style: 'quiet' }, idCell(found.id)],
    ...list('identity', [found.identity]),
    ...list('also', found.aliases),
    toFact('folder', found.root ?? '-'),
    ...(found.merged.length === 0
      ? []
      : [toFact('merged', found.merged.map(({ name }) => name).join(', '))]),
    toFact('sessions', String(found.sessions)),
    toFact('last event', ago(found.lastEventAt, new Date())),
  ])
}

/** Outside a git repository the path says more than the name. */
const isHashed = (identity: string) => /^(?:path|folder):/.test(identity)

function list(name: string, identities: readonly string[]): TableRow[] {
  const shown = identities.filter((each) => !isHashed(each))
  return shown.length === 0 ? [] : [toFact(name, shown.join(', '))]
}
