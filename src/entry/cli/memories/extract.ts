import type { Local } from '../../../compose/local.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { switchedOff } from '../../../core/memory/scope.ts'
import { type Command, option } from '../command.ts'
import type { CliContext } from '../context.ts'
import { memoryCount } from '../present.ts'

export const extractCommand: Command = {
  options: [
    option(
      '--session <id>',
      'The session: Throughline’s id or the agent’s (default: the last one here)',
    ),
    option('--again', 'Also read turns that were read before'),
  ],
  examples: ['extract', 'extract --session 2b8c1e4a77 --again', 'extract --json'],
  async run(context, { session, again, json: asJson }) {
    await context.withFreshLocal(async (local) => {
      const id = session ?? (await lastSession(local, context.cwd))
      const result = await local.ask('extractSession', { id, again })
      return asJson ? context.printJson(result) : printFound(context, result)
    })
  },
}

async function lastSession({ operations: handlers, lookUp }: Local, cwd: string): Promise<string> {
  const place = await lookUp(cwd)
  if (place.kind === 'disabled') throw switchedOff('nothing was read')
  const { projects } = await handlers.listProjects({})
  const project = projects.find(({ id }) => id === place.projectId)?.id
  const page = { project, limit: 1, offset: 0 }
  const [session] = project === undefined ? [] : (await handlers.listSessions(page)).sessions
  if (session) return session.id
  throw new ThroughlineError('not-found', 'no session was captured here yet', {
    hint: 'throughline sessions lists the sessions of other projects',
  })
}

const signs = { created: '+', superseded: '+', merged: '~', updated: '~', duplicate: '=' } as const

function printFound(context: CliContext, result: OutputOf<'extractSession'>): void {
  if (result.problem !== undefined) context.print(`No model read it: ${result.problem}`)
  const rows = result.found.map(({ outcome, memory }) => [
    signs[outcome],
    memory.kind,
    memory.scope,
    memory.content,
  ])
  context.printTable(rows)
  const isNew = result.found.filter(({ outcome }) => signs[outcome] === '+').length
  const { readBy = 'local rules' } = result
  context.print(
    result.found.length === 0
      ? 'Nothing new was learned. --again reads everything again.'
      : `${memoryCount(isNew)} learned by ${readBy}.`,
  )
}
