import { existsSync } from 'node:fs'
import { findDaemon, findSilentDaemon, type RunFile } from '../../../compose/presence.ts'
import { describeLearning } from '../../../contract/learning-text.ts'
import type { OutputOf } from '../../../contract/operations/index.ts'
import { nameAgent } from '../../../contract/vocabulary.ts'
import { switchOnHint } from '../../../home/environment.ts'
import { readRestored } from '../../../home/restored-memories.ts'
import { version } from '../../../home/version.ts'
import type { Command } from '../command.ts'
import { currentFolder } from '../context.ts'
import { exhaustedLine, spentLines } from '../history/cost.ts'
import type { TableRow } from '../present/table.ts'
import { ago, bytes, claimLine, count, toFact, wholeNumber } from '../present.ts'
import { type Agents, describeAgents, sortAgents } from './agents.ts'
import { filesInWords } from './host-choice.ts'

type Status = OutputOf<'getStatus'>

export const statusCommand: Command = {
  examples: ['status', 'status --json'],
  run: (context, options) =>
    context.read(async ({ ask }) => {
      const daemon = await findDaemon(context.paths)
      const silent = daemon ? undefined : findSilentDaemon(context.paths)
      const status = await ask('getStatus', { folder: currentFolder(context) })
      const overview = await ask('getOverview', {})
      // Without a hook nothing is connected, and the code that reads agents' settings stays unloaded.
      const hosts = existsSync(context.paths.hook) ? (await ask('getHosts', {})).hosts : []
      const agents = sortAgents(hosts)
      const config = await context.loadConfig()
      const { enabled } = config
      const learning = describeLearning(config)
      const home = context.paths.root
      if (options.json) {
        const { token: _, ...shown } = daemon ?? silent ?? { token: '' }
        const running = {
          running: daemon !== undefined,
          ...(silent && { answers: false }),
          ...shown,
        }
        const about = {
          version,
          home,
          enabled,
          learning,
          daemon: running,
          agents: agents.connected,
        }
        return context.printJson({ ...about, ...overview, ...status })
      }
      const folder = filesInWords([{ file: home }], context)
      context.printTable([
        ...overviewRows(overview),
        ['', ''],
        ...agentRows(agents),
        enabled
          ? toFact('capture', 'on')
          : toFact('capture', `off (${switchOnHint(context)})`, 'warning'),
        toFact('learning', learning),
        ...budgetRows(status.budget),
        ...claimRows(status),
        toFact('stored', describeStored(status)),
        toFact('disk', `${bytes(status.databaseBytes)} in ${folder}`),
        ...damageRows(status),
        ...restoredRows(readRestored(context.paths).length),
        toFact('queue', describeQueue(status), hasTrouble(status) ? 'bad' : undefined),
        toFact('daemon', describeDaemon(daemon, silent), silent && 'bad'),
      ])
    }),
}

function agentRows(agents: Agents): TableRow[] {
  const problems = agents.connected.flatMap(({ blockers }) => blockers)
  return [
    toFact('agents', describeAgents(agents)),
    ...problems.map(({ problem }) => toFact('', `${problem} (${doctor})`, 'warning')),
  ]
}

function describeStored({ totals }: Status): string {
  const { projects, sessions, turns } = totals
  return [count(projects, 'project'), count(sessions, 'session'), count(turns, 'turn')].join(', ')
}

function describeQueue({ spool, jobs }: Status): string {
  const sum = (...states: string[]) =>
    jobs
      .filter(({ status }) => states.includes(status))
      .reduce((total, job) => total + job.count, 0)
  const events = `${count(spool.pending, 'event')} to read`
  const oldest = spool.oldest && `, oldest ${ago(spool.oldest, new Date())}${stuck(spool.oldest)}`
  const [tasks, failed] = [sum('pending', 'running'), sum('parked')]
  const parts = [
    ...(spool.pending > 0 ? [`${events}${oldest ?? ''}`] : []),
    ...(spool.rejected > 0 ? [`${count(spool.rejected, 'unreadable event')} (${doctor})`] : []),
    ...(tasks > 0 ? [`${count(tasks, 'task')} to do`] : []),
    ...(failed > 0 ? [`${count(failed, 'task')} failed (throughline jobs list)`] : []),
  ]
  return parts.length === 0 ? 'nothing waiting' : parts.join(', ')
}

const doctor = 'throughline doctor'
const readOnly = 'cannot be written, so events are lost: make the folder writable'

const stuck = (oldest: string) => (isStuck(oldest) ? `, stuck (${doctor})` : '')

/** A daemon ingests an event within seconds. */
const isStuck = (oldest: string) => Date.now() - Date.parse(oldest) > 60_000

function hasTrouble({ spool, jobs }: Status): boolean {
  const isFailed = jobs.some(({ status }) => status === 'parked')
  return spool.rejected > 0 || isFailed || (spool.oldest !== undefined && isStuck(spool.oldest))
}

function describeDaemon(daemon: RunFile | undefined, silent: { pid: number } | undefined): string {
  if (daemon) return `running, pid ${daemon.pid}, http://127.0.0.1:${daemon.port}`
  if (silent) return `pid ${silent.pid} does not answer (throughline stop)`
  return 'not running; the next session starts it'
}

function damageRows(status: Status): TableRow[] {
  const { damagedDatabases, lostEvents, lostDatabase, isWritable } = status
  const emptied =
    lostDatabase &&
    `emptied or replaced; it had ${count(lostDatabase.sessions, 'session')} (${doctor})`
  const lost = lostEvents && `${count(lostEvents.count, 'event')} (${doctor})`
  return [
    ...damagedDatabases.map((file) => toFact('replaced', `${file} was damaged (${doctor})`, 'bad')),
    ...(emptied ? [toFact('database', emptied, 'bad')] : []),
    ...(lost ? [toFact('lost', lost, 'bad')] : []),
    ...(isWritable ? [] : [toFact('home', readOnly, 'bad')]),
  ]
}

function restoredRows(restored: number): TableRow[] {
  if (restored === 0) return []
  const what = count(restored, 'memory', 'memories')
  return [toFact('restored', `${what} that earlier versions forgot by age (${doctor})`, 'warning')]
}

function claimRows({ unverifiedClaim: identity }: Status): TableRow[] {
  return identity === undefined ? [] : [toFact('folder', claimLine(identity), 'warning')]
}

/** Absent if no model is in use and none was used today. */
function budgetRows(budget: Status['budget']): TableRow[] {
  if (budget.reader === 'off' && budget.today.tokens === 0) return []
  const exhausted = exhaustedLine(budget)
  return [
    ...spentLines(budget).map((line) => toFact('models', line)),
    ...(exhausted ? [toFact('', exhausted, 'warning')] : []),
  ]
}

type Overview = OutputOf<'getOverview'>

/**
 * How much is remembered and how it was used: the first lines of `status` and of `throughline` alone.
 */
export function overviewRows(overview: Overview): TableRow[] {
  const { review, lastSession } = overview
  const rows = [
    toFact('memories', describeMemories(overview), 'heading'),
    toFact('this week', describeWeek(overview)),
    review === 0
      ? toFact('review', 'nothing waiting')
      : toFact('review', `${review} waiting (throughline review)`, 'warning'),
  ]
  if (!lastSession) return rows
  const { host, project, lastEventAt } = lastSession
  const where = project === undefined ? '' : ` in ${project}`
  return [
    ...rows,
    toFact('latest', `${nameAgent(host)} session${where}, ${ago(lastEventAt, new Date())}`),
  ]
}

function describeMemories({ memories, rules, candidates }: Overview): string {
  const known = memories === 0 ? 'none yet' : wholeNumber(memories)
  const ofWhich = rules === 0 ? '' : ` (${count(rules, 'rule')})`
  return `${known}${ofWhich}${candidates === 0 ? '' : `, ${count(candidates, 'candidate')}`}`
}

function describeWeek({ recent }: Overview): string {
  const { learned, given, used, failuresAnswered } = recent
  const parts = [
    `${wholeNumber(learned)} learned`,
    `${wholeNumber(given)} given to agents`,
    ...(given > 0 ? [`${wholeNumber(used)} used`] : []),
    ...(failuresAnswered > 0 ? [`${count(failuresAnswered, 'failure')} answered`] : []),
  ]
  return learned + given === 0 ? 'nothing learned or given' : parts.join(', ')
}
