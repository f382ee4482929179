/** `throughline` without a command: where things stand and what to do next. */
import { existsSync } from 'node:fs'
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { HostReport } from '../../../core/setup/inspect-host.ts'
import { switchOnHint } from '../../../home/environment.ts'
import { readRestored } from '../../../home/restored-memories.ts'
import { version } from '../../../home/version.ts'
import type { CliContext } from '../context.ts'
import { toFact } from '../present.ts'
import { type Agents, describeAgents, namesOf, sortAgents } from './agents.ts'
import { inWords } from './host-choice.ts'
import { dashboardStep, importingStep, learningSteps, printSteps, type Step } from './next-steps.ts'
import { overviewRows } from './status.ts'

type Overview = OutputOf<'getOverview'>

/** Creates nothing. @throws ThroughlineError if the settings or the store cannot be read */
export async function showOverview(context: CliContext): Promise<void> {
  const { enabled } = await context.loadConfig()
  if (enabled && existsSync(context.paths.root)) context.openHome()
  const hosts = await findHosts(context)
  const stored = existsSync(context.paths.database) ? await readStored(context) : undefined
  context.print(`Throughline ${version}, a memory for your coding agents`, 'heading')
  context.print()
  if (!enabled) {
    context.print(`It is switched off. To switch it on: ${switchOnHint(context)}`, 'warning')
  }
  if (stored?.needsCare) {
    context.print('Something needs your attention: throughline doctor', 'bad')
  }
  if (stored?.overview.lastSession || stored?.overview.memories) {
    context.printTable([toFact('agents', describeAgents(stored.agents)), ...stored.rows])
  } else printBeginning(context, hosts)
  context.print()
  printSteps(context, nextSteps(hosts, stored?.overview))
}

interface Hosts extends Agents {
  readonly known: readonly HostReport[]
  /** Some connections belong to another version or installation. */
  readonly isOutdated: boolean
}

async function findHosts({ paths, userHome, env }: CliContext): Promise<Hosts> {
  const { openConnectedHosts } = await import('../../../compose/connected-hosts.ts')
  const { hostSurroundings } = await import('../../../compose/surroundings.ts')
  const { reportHost } = await import('../../../core/setup/inspect-host.ts')
  const ports = await openConnectedHosts(paths, hostSurroundings(userHome, env))
  const known = await Promise.all(ports.hosts.map((host) => reportHost(host, [], ports)))
  const agents = sortAgents(known)
  const states = agents.connected.flatMap(({ integrations }) =>
    integrations.map(({ state }) => state),
  )
  const isOutdated = states.includes('outdated') || (states.length > 0 && ports.hook !== 'current')
  return { ...agents, known, isOutdated }
}

function readStored(context: CliContext) {
  return context.read(async ({ ask }) => {
    const status = await ask('getStatus', {})
    const { lostEvents, lostDatabase, isWritable, damagedDatabases, spool } = status
    const overview = await ask('getOverview', {})
    const agents = sortAgents((await ask('getHosts', {})).hosts)
    const isLost = (lostEvents ?? lostDatabase) !== undefined || !isWritable
    const hasNews = readRestored(context.paths).length > 0
    const needsCare = hasNews || isLost || damagedDatabases.length + spool.rejected > 0
    return { overview, agents, needsCare, rows: overviewRows(overview) }
  })
}

function printBeginning(context: CliContext, hosts: Hosts): void {
  const { connected, idle, known } = hosts
  if (connected.length > 0) {
    context.print(`Connected: ${describeAgents(hosts)}`)
    context.print('No session yet. Start your agent as usual; Throughline learns as you work.')
  } else if (idle.length > 0) {
    context.print(`Found on this machine: ${inWords(namesOf(idle))}. Not connected yet.`)
  } else {
    context.print('No coding agent was found on this machine.')
    context.print(`It works with ${inWords(namesOf(known))}.`)
  }
}

function nextSteps(hosts: Hosts, overview: Overview | undefined): Step[] {
  const { connected, idle, isOutdated } = hosts
  const help: Step = ['--help', 'Show all commands']
  const demo: Step = ['demo', 'Try it on sample sessions']
  const connect: Step[] =
    connected.length === 0 && idle.length > 0
      ? [['setup', 'Connect your agents; it asks before it changes a file']]
      : []
  const update: Step[] = isOutdated ? [['setup', 'Bring the connection up to date']] : []
  if (overview?.lastSession) {
    return [...connect, ...update, ...learningSteps(overview), dashboardStep, help]
  }
  if (connected.length === 0) return [...connect, demo, help]
  return [...update, importingStep, dashboardStep, help]
}
