import type { Command } from 'commander'
import { type OutputOf, operations } from '../../../contract/operations/index.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { ago, count, excerpt, table } from '../present.ts'

export function registerSessions(program: Command, context: CliContext): void {
  program
    .command('sessions')
    .description('List captured sessions, or show one with its turns')
    .argument('[id]', 'session to show, by our id or the host’s')
    .option('--project <project>', 'only this project, by id, name or identity')
    .option('--host <host>', 'only this host')
    .option('--status <status>', 'active or completed')
    .option('--limit <n>', 'at most this many', '20')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples('sessions', 'sessions --project widgets --limit 5', 'sessions 0196f3d2-… --json'),
    )
    .action(async (id: string | undefined, options: Record<string, unknown>) => {
      await context.withFreshLocal(async ({ operations: handlers }) => {
        if (id !== undefined) {
          const session = await handlers.getSession({ id })
          return options.json ? context.printJson(session) : printSession(context, session)
        }
        const input = parseInput(operations.listSessions.input, options)
        const { sessions } = await handlers.listSessions(input)
        return options.json ? context.printJson({ sessions }) : printList(context, sessions)
      })
    })
}

function printList(context: CliContext, sessions: OutputOf<'listSessions'>['sessions']): void {
  if (sessions.length === 0) {
    context.print('No session captured yet. `throughline setup` wires your agent.')
    return
  }
  const now = new Date()
  const rows = sessions.map((session) => [
    session.id,
    session.project?.name ?? '-',
    session.status,
    ago(session.lastEventAt, now),
    count(session.turns, 'turn'),
    excerpt(session.firstPrompt ?? '', 50),
  ])
  for (const line of table(rows)) context.print(line)
}

export function printSession(context: CliContext, session: OutputOf<'getSession'>): void {
  const ended = session.endedAt ? `${session.endedAt} (${session.endReason})` : 'still active'
  const facts = [
    ['session', session.id],
    ['host', `${session.host}, ${session.hostSessionId}`],
    ['project', session.project?.name ?? '-'],
    ['branch', session.branch ?? '-'],
    ['folder', session.cwd ?? '-'],
    ['started', session.startedAt],
    ['ended', ended],
  ]
  for (const line of table(facts)) context.print(line)
  for (const turn of session.timeline) {
    context.print()
    context.print(`${turn.number}. ${excerpt(turn.prompt ?? '(prompt not captured)', 100)}`)
    for (const tool of turn.toolEvents) {
      const agent = tool.agentName ? ` (${tool.agentName})` : ''
      const failed = tool.outcome === 'failed' ? ' failed' : ''
      context.print(`   - ${tool.toolName}${agent}${failed}`)
    }
    if (turn.answer) context.print(`   > ${excerpt(turn.answer, 100)}`)
    if (turn.outcome === 'failed' || turn.outcome === 'cut') context.print(`   (${turn.outcome})`)
  }
}
