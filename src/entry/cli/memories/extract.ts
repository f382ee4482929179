import type { Command } from 'commander'
import type { Local } from '../../../compose/local.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { type OutputOf, operations } from '../../../contract/operations/index.ts'
import { switchedOff } from '../../../core/memory/scope.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { count, memoryCount, table } from '../present.ts'

export function registerExtract(program: Command, context: CliContext): void {
  program
    .command('extract')
    .description(operations.extractSession.summary)
    .option('--session <id>', "the session, by our id or the host's; the last one of this project")
    .option('--again', 'judge what was judged before as well')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples('extract', 'extract --session 0196f3d2-… --again', 'extract --json'),
    )
    .action(async (options: { session?: string; again?: true; json?: true }) => {
      await context.withFreshLocal(async (local) => {
        const id = options.session ?? (await lastSession(local, context.cwd))
        const again = options.again === true
        const result = await local.operations.extractSession({ id, again })
        return options.json ? context.printJson(result) : printFound(context, result)
      })
    })
}

async function lastSession({ operations: handlers, lookUp }: Local, cwd: string): Promise<string> {
  const place = await lookUp(cwd)
  if (place.kind === 'disabled') throw switchedOff('nothing was judged')
  const { projects } = await handlers.listProjects({})
  const project = projects.find(({ id }) => id === place.projectId)?.id
  const page = { project, limit: 1, offset: 0 }
  const [session] = project === undefined ? [] : (await handlers.listSessions(page)).sessions
  if (session) return session.id
  throw new ThroughlineError('not-found', 'no session was captured here yet', {
    hint: 'throughline sessions lists those of other projects',
  })
}

const signs = { created: '+', superseded: '+', merged: '~', updated: '~', duplicate: '=' } as const

function printFound(context: CliContext, result: OutputOf<'extractSession'>): void {
  for (const { judge, reason } of result.fellThrough) {
    context.print(`${judge} could not judge: ${reason}`)
  }
  const rows = result.found.map(({ outcome, memory }) => [
    signs[outcome],
    memory.kind,
    memory.scope,
    memory.content,
  ])
  for (const line of table(rows)) context.print(line)
  const isNew = result.found.filter(({ outcome }) => signs[outcome] === '+').length
  const by = result.judges.length > 0 ? ` by ${result.judges.join(', ')}` : ''
  context.print(
    result.windows === 0
      ? 'Nothing new to judge. --again judges it once more.'
      : `${memoryCount(isNew)} learned from ${count(result.windows, 'window')}${by}.`,
  )
}
