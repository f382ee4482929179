/** Checks of the hook, of each agent's settings, and of the MCP server they start. */
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import { type HostReport, reportOn, type WiredHosts } from '../setup/report-host.ts'
import { failed, type HealthCheck, passed, warned } from './health-check.ts'

export interface HostHealth {
  /** Where the hook belongs. */
  readonly hookFile: string
  readonly wiredHosts: () => Promise<WiredHosts>
  readonly getHosts: (input: InputOf<'getHosts'>) => Promise<OutputOf<'getHosts'>>
  /** Starts the MCP server with the command that agents are given. */
  readonly tryMcp: () => Promise<
    | { readonly works: true; readonly version: string }
    | { readonly works: false; readonly problem: string }
  >
}

export async function checkHosts(
  ports: HostHealth,
  folder: string | undefined,
): Promise<HealthCheck[]> {
  const { hook, hosts } = await reportHosts(ports, folder)
  const startsMcp = hosts.some(({ wired }) => wired.some(({ kind }) => kind === 'mcp'))
  return [
    checkHook(hook, ports.hookFile),
    ...hosts.flatMap(checkHost),
    ...(startsMcp ? [await checkMcp(ports)] : []),
  ]
}

/** Without the store, projects and last events are unknown; the rest can still be checked. */
async function reportHosts(
  { getHosts, wiredHosts }: HostHealth,
  folder: string | undefined,
): Promise<OutputOf<'getHosts'>> {
  try {
    return await getHosts({ folder })
  } catch {
    const wired = await wiredHosts()
    const folders = folder === undefined ? [] : [folder]
    const reports = wired.hosts.map((host) => reportOn(host, folders, wired))
    return { hook: wired.hook, hosts: await Promise.all(reports) }
  }
}

function checkHook(hook: OutputOf<'getHosts'>['hook'], file: string): HealthCheck {
  if (hook === 'current') return passed('hook', file)
  const detail =
    hook === 'missing' ? 'not installed' : 'belongs to another installation of throughline'
  return warned('hook', detail, 'throughline setup')
}

function checkHost(host: HostReport): HealthCheck[] {
  const { displayName, isFound, wired, otherWay, obstacles, lastEventAt, command } = host
  const report = wired.length > 0 ? warned : failed
  const faults = obstacles.map(({ problem, hint }) => report(displayName, problem, hint))
  const seen = passed(
    displayName,
    lastEventAt === undefined ? 'nothing heard of it yet' : `last heard of ${lastEventAt}`,
  )
  if (wired.length === 0 && otherWay) {
    return [passed(displayName, `hooks and MCP server by ${otherWay}`), seen, ...faults]
  }
  if (wired.length === 0) {
    if (!isFound) return [passed(displayName, 'not found on this machine'), ...faults]
    return faults.length > 0 ? faults : [warned(displayName, 'installed, but not wired', command)]
  }
  return [...wired.map((wire) => checkWire(host, wire)), seen, ...faults]
}

const wireNames = { hooks: 'hooks', mcp: 'MCP server', instructions: 'instructions' } as const

function checkWire(
  { displayName, command }: HostReport,
  { kind, file, state, missingEvents }: HostReport['wired'][number],
): HealthCheck {
  const what = `${wireNames[kind]} in ${file}`
  if (state === 'current') return passed(displayName, what)
  const missing = missingEvents.length > 0 ? `, without ${missingEvents.join(', ')}` : ''
  return warned(displayName, `${what} by another version${missing}`, command)
}

async function checkMcp({ tryMcp }: HostHealth): Promise<HealthCheck> {
  const trial = await tryMcp()
  if (trial.works) return passed('MCP server', `answers, version ${trial.version}`)
  return failed('MCP server', `does not answer: ${trial.problem}`, 'throughline setup')
}
