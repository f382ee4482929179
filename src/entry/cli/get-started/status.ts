import { findDaemon, findDeafDaemon } from '../../../compose/presence.ts'
import { describeLearning } from '../../../contract/learning-text.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { describeClaim, trustCommand } from '../../../core/project/claim-text.ts'
import { switchOnHint } from '../../../home/environment.ts'
import { version } from '../../../home/version.ts'
import { exhaustedLine, spentLines } from '../budget-lines.ts'
import type { Command } from '../command.ts'
import { currentFolder } from '../context.ts'
import { ago, bytes, count } from '../present.ts'

export const statusCommand: Command = {
  examples: ['status', 'status --json'],
  run: (context, options) =>
    context.read(async ({ ask }) => {
      const daemon = await findDaemon(context.paths)
      const deaf = daemon ? undefined : findDeafDaemon(context.paths)
      const status = await ask('getStatus', { folder: currentFolder(context) })
      const config = await context.loadConfig()
      const { enabled } = config
      const learning = describeLearning(config)
      const home = context.paths.root
      if (options.json) {
        const { token: _, ...shown } = daemon ?? deaf ?? { token: '' }
        const running = { running: daemon !== undefined, ...(deaf && { answers: false }), ...shown }
        return context.printJson({ version, home, enabled, learning, daemon: running, ...status })
      }
      const state =
        (daemon && `running, pid ${daemon.pid}, http://127.0.0.1:${daemon.port}`) ??
        (deaf && `pid ${deaf.pid} does not answer (throughline stop)`) ??
        'not running (starts with the next session)'
      const rows = [
        ['home', home],
        ['capture', enabled ? 'on' : `off (${switchOnHint(context)})`],
        ['learning', learning],
        ['daemon', state],
        ...storedRows(status),
        ...claimRows(status),
      ]
      context.printTable(rows)
    }),
}

function storedRows(status: OutputOf<'getStatus'>): string[][] {
  const { totals, proposals, spool, jobs, databaseBytes, damagedDatabases, lostEvents } = status
  const sum = (status: string) =>
    jobs.filter((job) => job.status === status).reduce((total, job) => total + job.count, 0)
  const waiting = spool.oldest
    ? `, oldest ${ago(spool.oldest, new Date())}${stuck(spool.oldest)}`
    : ''
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
    ...(proposals > 0 ? [['review', `${count(proposals, 'proposal')} (throughline review)`]] : []),
    ['spool', `${count(spool.pending, 'event')} waiting${waiting}${rejected}`],
    ...(lostEvents ? [['lost', `${count(lostEvents.count, 'event')} (throughline doctor)`]] : []),
    ['jobs', `${sum('pending')} pending, ${sum('running')} running, ${sum('done')} done${parked}`],
    ...budgetRows(status.budget),
  ]
}

function claimRows({ unverifiedClaim: identity }: OutputOf<'getStatus'>): string[][] {
  return identity === undefined
    ? []
    : [['folder', `${describeClaim({ identity })} (${trustCommand})`]]
}

/** A daemon takes an event in within seconds. */
function stuck(oldest: string): string {
  return Date.now() - Date.parse(oldest) > 60_000 ? ', stuck (throughline doctor)' : ''
}

/** None when no model is used and none was today. */
function budgetRows(budget: OutputOf<'getStatus'>['budget']): string[][] {
  if (budget.mode !== 'model' && budget.today.tokens === 0) return []
  const exhausted = exhaustedLine(budget)
  return [
    ...spentLines(budget).map((line) => ['models', line]),
    ...(exhausted ? [['', exhausted]] : []),
  ]
}
