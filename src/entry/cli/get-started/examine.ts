/** What `throughline doctor` looks at, one check after another; one that fails stops no other. */
import { existsSync } from 'node:fs'
import { openConnectedHosts } from '../../../compose/connected-hosts.ts'
import type { Local } from '../../../compose/local.ts'
import { openSetup, type Setup } from '../../../compose/setup.ts'
import { hostSurroundings } from '../../../compose/surroundings.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { type HostReport, reportHost } from '../../../core/setup/inspect-host.ts'
import { loadConfig } from '../../../home/config.ts'
import { version } from '../../../home/version.ts'
import type { CliContext } from '../context.ts'
import { findDaemon, findDeafDaemon } from '../daemon-process.ts'
import { switchOnHint } from '../maintain/setting-remarks.ts'
import { count } from '../present.ts'

export interface Finding {
  readonly subject: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly detail: string
  readonly hint?: string | undefined
}

export async function examine(context: CliContext): Promise<Finding[]> {
  const setup = await openSetup(context.paths)
  const checks: [string, () => Promise<Finding[]> | Finding[]][] = [
    ['version', () => [ok('version', `throughline ${version}, Node ${process.versions.node}`)]],
    ['home', () => checkHome(context)],
    ['config', () => checkConfig(context)],
    ['store', () => context.withLocal((local) => checkStore(local))],
    ['judge', () => context.withLocal((local) => checkJudges(local))],
    ['daemon', () => checkDaemon(context)],
    ['hook', () => checkHook(context, setup)],
    ['hosts', () => checkHosts(context, setup)],
  ]
  const findings: Finding[] = []
  for (const [subject, check] of checks) findings.push(...(await attempt(subject, check)))
  return findings
}

async function attempt(
  subject: string,
  check: () => Promise<Finding[]> | Finding[],
): Promise<Finding[]> {
  try {
    return await check()
  } catch (error) {
    const hint = error instanceof ThroughlineError ? error.hint : undefined
    const detail = error instanceof Error ? error.message : String(error)
    return [{ subject, state: 'fail', detail, hint }]
  }
}

function checkHome(context: CliContext): Finding[] {
  return [ok('home', context.openHome().root)]
}

function checkConfig(context: CliContext): Finding[] {
  const config = loadConfig(context.paths.config, context.env)
  if (!config.enabled) {
    return [warn('config', 'capture is switched off', switchOnHint(context))]
  }
  const off = config.disabledProjects.length
  return [ok('config', off > 0 ? `valid, ${count(off, 'project rule')} switched off` : 'valid')]
}

async function checkStore(local: Local): Promise<Finding[]> {
  return [
    ...checkDatabase(local),
    await checkSearch(local),
    ...(await attempt('vectors', () => checkVectors(local))),
    ...(await checkSpool(local)),
    ...(await checkJobs(local)),
  ]
}

function checkDatabase({ store, paths, damagedDatabases }: Local): Finding[] {
  const [damage] = store.checkIntegrity()
  if (damage !== undefined) {
    const hint = `stop the daemon and move ${paths.database} away; backups are in ${paths.backups}`
    return [fail('database', `damaged: ${damage}`, hint)]
  }
  const replaced = damagedDatabases().map((file) => {
    const say = file === store.movedAside ? fail : warn
    const detail = `was damaged and moved to ${file}; a new one was made with what could be read of it`
    return say('database', detail, restoreHint(file, paths))
  })
  return replaced.length > 0 ? replaced : [ok('database', 'sound')]
}

function restoreHint(damaged: string, { database, backups }: Local['paths']): string {
  return `throughline stop, then put a file of ${backups} in place of ${database}; or go on with the new one and remove ${damaged}`
}

async function checkSearch({ store }: Local): Promise<Finding> {
  const faults = await store.search.check()
  if (faults.length > 0) return fail('search index', faults[0] ?? '', 'throughline rebuild')
  const counts = Object.values(await store.search.counts())
  const documents = counts.reduce((sum, number) => sum + number, 0)
  const waiting = await store.indexQueue.count()
  const rest = waiting > 0 ? `, ${waiting} waiting` : ''
  return ok('search index', `sound, ${count(documents, 'document')}${rest}`)
}

async function checkVectors({ embeddings }: Local): Promise<Finding[]> {
  if (!embeddings.isOn()) return []
  const vectors = await embeddings.vectors()
  const [fault] = await vectors.check()
  if (fault !== undefined) {
    const hint = 'throughline rebuild; if it stays, throughline embeddings rebuild'
    return [fail('vectors', fault, hint)]
  }
  const { embedded, pending } = await vectors.counts()
  return [ok('vectors', `sound, ${count(embedded, 'document')}, ${pending} waiting`)]
}

async function checkSpool({ spool, paths }: Local): Promise<Finding[]> {
  const depth = await spool.depth()
  const waiting = ok('spool', `${count(depth.pending, 'event')} waiting`)
  const rejected = await spool.rejected()
  if (rejected.length === 0) return [waiting]
  const newest = rejected
    .slice(-5)
    .map(({ name, host, event, reason }) =>
      warn(
        'rejected',
        `${host ?? '?'} ${event ?? '?'}: ${reason}`,
        `${paths.rejected}/${name}.json`,
      ),
    )
  return [
    waiting,
    warn('rejected', `${count(rejected.length, 'event')} could not be read`),
    ...newest,
  ]
}

async function checkJobs({ store }: Local): Promise<Finding[]> {
  const parked = await store.jobs.list({ status: 'parked', limit: 1_000 })
  if (parked.length === 0) return [ok('jobs', 'none parked')]
  const detail = `${count(parked.length, 'job')} parked: ${parked[0]?.error ?? ''}`
  return [warn('jobs', detail, 'throughline jobs retry')]
}

const judgeLimitMs = 5_000

/** Which judge would answer, and why those before it would not. */
async function checkJudges({ config, extraction }: Local): Promise<Finding[]> {
  if (config().extraction.mode === 'off') return [ok('judge', 'extraction is switched off')]
  const findings: Finding[] = []
  for (const judge of await extraction.judges()) {
    const state = await judge.readiness(AbortSignal.timeout(judgeLimitMs))
    if (state.isReady) return [...findings, ok('judge', `${judge.name} answers: ${state.detail}`)]
    findings.push(warn('judge', `${judge.name} does not: ${state.reason}`, state.hint))
  }
  return findings
}

const startAgain = 'throughline stop && throughline start'

async function checkDaemon({ paths }: CliContext): Promise<Finding[]> {
  const daemon = await findDaemon(paths)
  const deaf = daemon ? undefined : findDeafDaemon(paths)
  if (deaf) return [warn('daemon', `pid ${deaf.pid} does not answer`, startAgain)]
  if (!daemon) return [ok('daemon', 'not running; the next session starts it')]
  if (daemon.version !== version) {
    const detail = `runs version ${daemon.version}, installed is ${version}`
    return [warn('daemon', detail, startAgain)]
  }
  return [ok('daemon', `running, pid ${daemon.pid}, port ${daemon.port}`)]
}

function checkHook({ paths }: CliContext, setup: Setup): Finding[] {
  if (!existsSync(paths.hook)) return [warn('hook', 'not installed', 'throughline setup')]
  if (!setup.isHookCurrent()) {
    return [warn('hook', 'belongs to another installation of throughline', 'throughline setup')]
  }
  return [ok('hook', paths.hook)]
}

async function checkHosts(context: CliContext, setup: Setup): Promise<Finding[]> {
  const hosts = await reportHosts(context)
  const isAsked = hosts.some(({ integrations }) => integrations.some(({ kind }) => kind === 'mcp'))
  const findings = hosts.flatMap(hostFindings)
  return isAsked ? [...findings, await checkMcp(context, setup)] : findings
}

/** Without the store nobody knows of projects and of the last event; the rest can be told. */
async function reportHosts(context: CliContext): Promise<HostReport[]> {
  const { cwd, userHome, env, paths } = context
  try {
    const found = await context.withLocal((local) => local.operations.getHosts({ folder: cwd }))
    return found.hosts
  } catch {
    const connected = await openConnectedHosts(paths, hostSurroundings(userHome, env))
    return Promise.all(connected.hosts.map((host) => reportHost(host, [cwd], connected)))
  }
}

function hostFindings(host: HostReport): Finding[] {
  const { displayName, isFound, integrations, otherConnection, blockers, lastEventAt, command } =
    host
  const faults = blockers.map(({ problem, hint }) => {
    return integrations.length > 0
      ? warn(displayName, problem, hint)
      : fail(displayName, problem, hint)
  })
  const seen = ok(
    displayName,
    lastEventAt === undefined ? 'nothing heard of it yet' : `last heard of ${lastEventAt}`,
  )
  if (integrations.length === 0 && otherConnection) {
    return [ok(displayName, `hooks and MCP server by ${otherConnection}`), seen, ...faults]
  }
  if (integrations.length === 0) {
    if (!isFound) return [ok(displayName, 'not found on this machine'), ...faults]
    return faults.length > 0 ? faults : [warn(displayName, 'installed, but not connected', command)]
  }
  return [
    ...integrations.map((integration) => integrationFinding(host, integration)),
    seen,
    ...faults,
  ]
}

const integrationNames = {
  hooks: 'hooks',
  mcp: 'MCP server',
  instructions: 'instructions',
} as const

function integrationFinding(
  { displayName, command }: HostReport,
  { kind, file, state, missingEvents }: HostReport['integrations'][number],
): Finding {
  const what = `${integrationNames[kind]} in ${file}`
  if (state === 'current') return ok(displayName, what)
  const missing = missingEvents.length > 0 ? `, without ${missingEvents.join(', ')}` : ''
  return warn(displayName, `${what} by another version${missing}`, command)
}

async function checkMcp({ env }: CliContext, setup: Setup): Promise<Finding> {
  const trial = await setup.tryMcp(env)
  if (trial.works) return ok('MCP server', `answers, version ${trial.version}`)
  return fail('MCP server', `does not answer: ${trial.problem}`, 'throughline setup')
}

const ok = (subject: string, detail: string): Finding => ({ subject, state: 'ok', detail })
const warn = (subject: string, detail: string, hint?: string): Finding => ({
  subject,
  state: 'warn',
  detail,
  hint,
})
const fail = (subject: string, detail: string, hint: string): Finding => ({
  subject,
  state: 'fail',
  detail,
  hint,
})
