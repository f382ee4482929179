import type { Command } from 'commander'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { version } from '../../../home/version.ts'
import { exhaustedLine, spentLines } from '../budget-lines.ts'
import type { CliContext } from '../context.ts'
import { examples } from '../examples.ts'
import { ago, bytes, count, table } from '../present.ts'

export function registerStatus(program: Command, context: CliContext): void {
  program
    .command('status')
    .description('Show the daemon, what is stored, what waits')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('status', 'status --json'))
    .action(async ({ json }: { json?: true }) => {
      const { findDaemon, findDeafDaemon } = await import('../../../compose/presence.ts')
      const daemon = await findDaemon(context.paths)
      const deaf = daemon ? undefined : findDeafDaemon(context.paths)
      const { switchOnHint } = await import('../../../home/config.ts')
      await context.withLocal(async (local) => {
        const status = await local.operations.getStatus({})
        const isOn = local.config().enabled
        if (json) {
          const { token: _, ...shown } = daemon ?? deaf ?? { token: '' }
          const running = {
            running: daemon !== undefined,
            ...(deaf && { answers: false }),
            ...shown,
          }
          const home = context.paths.root
          return context.printJson({ version, home, enabled: isOn, daemon: running, ...status })
        }
        const state =
          (daemon && `running, pid ${daemon.pid}, http://127.0.0.1:${daemon.port}`) ??
          (deaf && `pid ${deaf.pid} does not answer (throughline stop)`) ??
          'not running (starts with the next session)'
        const rows = [
          ['home', context.paths.root],
          ['capture', isOn ? 'on' : `off (${switchOnHint(context)})`],
          ['daemon', state],
          ...storedRows(status),
        ]
        for (const line of table(rows)) context.print(line)
      })
    })
}

function storedRows(status: OutputOf<'getStatus'>): string[][] {
  const { totals, spool, jobs, databaseBytes, damagedDatabases } = status
  const sum = (status: string) =>
    jobs.filter((job) => job.status === status).reduce((total, job) => total + job.count, 0)
  const waiting = spool.oldest ? `, oldest ${ago(spool.oldest, new Date())}` : ''
  const rejected = spool.rejected > 0 ? `, ${spool.rejected} rejected (throughline doctor)` : ''
  const parked = sum('parked') > 0 ? `, ${sum('parked')} parked (throughline jobs list)` : ''
  return [
    [
      'stored',
      [
        count(totals.projects, 'project'),
        count(totals.sessions, 'session'),
        count(totals.turns, 'turn'),
        count(totals.events, 'event'),
        bytes(databaseBytes),
      ].join(', '),
    ],
    ...damagedDatabases.map((file) => ['replaced', `${file} was damaged (throughline doctor)`]),
    ['spool', `${count(spool.pending, 'event')} waiting${waiting}${rejected}`],
    ['jobs', `${sum('pending')} pending, ${sum('running')} running, ${sum('done')} done${parked}`],
    ...budgetRows(status.budget),
  ]
}

/** Nothing where no model is asked or was today. */
function budgetRows(budget: OutputOf<'getStatus'>['budget']): string[][] {
  if (budget.mode !== 'model' && budget.today.tokens === 0) return []
  const exhausted = exhaustedLine(budget)
  return [
    ...spentLines(budget).map((line) => ['models', line]),
    ...(exhausted ? [['', exhausted]] : []),
  ]
}
