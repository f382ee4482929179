/** Checks of the hook, of each agent's settings, and of the MCP server they start. */
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import { type ConnectedHosts, type HostReport, reportHost } from '../setup/inspect-host.ts'
import { absent, failed, type HealthCheck, passed, warned } from './health-check.ts'

interface ProgramInUse {
  readonly name: string
  readonly isThere: boolean
}

export interface HostHealth {
  /** Undefined if the program runs in place. */
  readonly programInUse: () => ProgramInUse | undefined
  readonly hookFile: string
  readonly connectedHosts: () => Promise<ConnectedHosts>
  readonly getHosts: (input: InputOf<'getHosts'>) => Promise<OutputOf<'getHosts'>>
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
  const startsMcp = hosts.some(({ integrations }) =>
    integrations.some(({ kind }) => kind === 'mcp'),
  )
  return [
    ...checkProgram(ports.programInUse()),
    checkHook(hook, ports.hookFile),
    ...hosts.flatMap((host) => checkHost(host)),
    ...(startsMcp ? [await checkMcp(ports)] : []),
  ]
}

/** Without the store, projects and last events are unknown; everything else can still be checked. */
async function reportHosts(
  { getHosts, connectedHosts }: HostHealth,
  folder: string | undefined,
): Promise<OutputOf<'getHosts'>> {
  try {
    return await getHosts({ folder })
  } catch {
    const connected = await connectedHosts()
    const folders = folder === undefined ? [] : [folder]
    const reports = connected.hosts.map((host) => reportHost(host, folders, connected))
    return { hook: connected.hook, hosts: await Promise.all(reports) }
  }
}

function checkProgram(inUse: ProgramInUse | undefined): HealthCheck[] {
  if (!inUse) return []
  if (inUse.isThere) return [passed('program', `${inUse.name} is in use`)]
  const hint = 'in a clone of Throughline: npx throughline setup'
  return [failed('program', `hooks run version ${inUse.name}, which is gone`, hint)]
}

function checkHook(hook: OutputOf<'getHosts'>['hook'], file: string): HealthCheck {
  if (hook === 'current') return passed('hook', file)
  const detail =
    hook === 'missing' ? 'not installed' : 'belongs to another installation of throughline'
  return warned('hook', detail, 'throughline setup')
}

export const notHeard = 'connected, but not heard since'

function checkHost(host: HostReport): HealthCheck[] {
  const { displayName, integrations, otherConnection, blockers, lastHeardAt, isHeard } = host
  const report = integrations.length > 0 ? warned : failed
  const faults = blockers.map(({ problem, hint }) => report(displayName, problem, hint))
  const seen = isHeard
    ? passed(displayName, `last event ${lastHeardAt}`)
    : absent(displayName, notHeard)
  if (integrations.length === 0 && otherConnection) {
    const by = passed(displayName, `hooks and MCP server by ${otherConnection}`)
    return [isHeard ? by : unproven(by), seen, ...faults]
  }
  if (integrations.length > 0) {
    const found = integrations.map((each) => checkIntegration(host, each))
    return [...(isHeard ? found : found.map(unproven)), seen, ...faults]
  }
  if (!host.isFound) return [absent(displayName, 'not installed'), ...faults]
  if (faults.length > 0) return faults
  return [warned(displayName, 'installed, but not connected', host.command)]
}

/** Settings do not prove that the agent runs it. */
const unproven = (check: HealthCheck): HealthCheck =>
  check.state === 'ok' ? { ...check, state: 'none' } : check

const integrationNames = {
  hooks: 'hooks',
  mcp: 'MCP server',
  instructions: 'instructions',
  permissions: 'permission for our tools',
}

function checkIntegration(
  { displayName, command }: HostReport,
  { kind, file, state, missingEvents }: HostReport['integrations'][number],
): HealthCheck {
  const what = `${integrationNames[kind]} in ${file}`
  if (state === 'current') return passed(displayName, what)
  const missing = missingEvents.length > 0 ? `, without ${missingEvents.join(', ')}` : ''
  return warned(displayName, `${what} by another version${missing}`, command)
}

async function checkMcp({ tryMcp }: HostHealth): Promise<HealthCheck> {
  const trial = await tryMcp()
  if (trial.works) return passed('MCP server', `answers, version ${trial.version}`)
  return failed('MCP server', `does not answer: ${trial.problem}`, 'throughline setup')
}
