/** Everything `throughline doctor` and the dashboard check, one after another. */

import type { Config } from '../../contract/config.ts'
import { describeLearning } from '../../contract/learning-text.ts'
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import { count } from '../../contract/wording.ts'
import type { CaptureLocation } from '../model/host-event.ts'
import {
  describeUnknown,
  type UnknownSetting,
  unknownSettingHint,
} from '../model/unknown-setting.ts'
import { describeClaim, trustCommand } from '../project/settle-claim.ts'
import { checkHosts, type HostHealth } from './check-hosts.ts'
import { checkStore, type StoreHealth } from './check-store.ts'
import {
  checkRepositoryWikis,
  checkWikiStates,
  failed,
  type HealthCheck,
  passed,
  type RepositoryWikiHealth,
  runCheck,
  warned,
} from './health-check.ts'

export type DaemonState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'unresponsive'; readonly pid: number }
  | {
      readonly kind: 'running'
      readonly pid: number
      readonly port: number
      readonly version: string
    }

export interface HealthPorts extends HostHealth, RepositoryWikiHealth {
  readonly version: string
  readonly runtime: string
  /** Creates the home folder if necessary. @throws ThroughlineError `unreadable-home` */
  readonly openHome: () => string
  /** @throws ThroughlineError `invalid-config` */
  readonly readConfig: () => Pick<
    Config,
    'enabled' | 'disabledProjects' | 'learning' | 'models' | 'budget'
  >
  readonly unknownSettings: () => readonly UnknownSetting[]
  readonly switchOnHint: string
  readonly findDaemon: () => Promise<DaemonState>
  readonly lostEvents: () => { readonly count: number; readonly lastAt: string } | undefined
  /** @throws the reason why the store cannot be opened */
  readonly openStore: () => Promise<StoreHealth>
  readonly timeout: (ms: number) => AbortSignal
  /** Undefined if the store cannot be opened. */
  readonly lookUp?: (folder: string) => Promise<CaptureLocation>
}

export async function checkHealth(
  ports: HealthPorts,
  { folder }: InputOf<'checkHealth'>,
): Promise<OutputOf<'checkHealth'>> {
  const { version, runtime } = ports
  const found = [
    passed('version', `throughline ${version}, ${runtime}`),
    ...(await runCheck('home', () => [passed('home', ports.openHome())])),
    ...(await runCheck('config', () => checkConfig(ports))),
    ...(await runCheck('capture', () => checkCapture(ports))),
    ...(await runCheck('store', async () => checkStore(await ports.openStore(), ports.timeout))),
    ...(await runCheck('daemon', () => checkDaemon(ports))),
    ...(await runCheck('project', () => checkProject(ports, folder))),
    ...(await runCheck('wiki', () => checkRepositoryWikis(ports))),
    ...(await runCheck('wiki', () => checkWikiStates(ports))),
    ...(await runCheck('hosts', () => checkHosts(ports, folder))),
  ]
  const checks = found.filter(
    ({ state, detail }, at) =>
      // One fault may stop several checks.
      state !== 'fail' || found.findIndex((each) => each.detail === detail) === at,
  )
  return { healthy: checks.every(({ state }) => state !== 'fail'), checks }
}

function checkConfig(ports: HealthPorts): HealthCheck[] {
  const unknown = ports.unknownSettings()
  return [
    ...checkSettings(ports),
    ...unknown.map((each) => warned('config', describeUnknown(each), unknownSettingHint(each))),
  ]
}

function checkSettings({ readConfig, switchOnHint }: HealthPorts): HealthCheck[] {
  const config = readConfig()
  const learning = passed('learning', describeLearning(config))
  if (!config.enabled) {
    return [warned('config', 'capture is switched off', switchOnHint), learning]
  }
  const off = config.disabledProjects.length
  const rules = off > 0 ? `, ${count(off, 'project rule')} switched off` : ''
  return [passed('config', `valid${rules}`), learning]
}

/** Silent if there is nothing to decide. */
async function checkProject(
  { lookUp }: HealthPorts,
  folder: string | undefined,
): Promise<HealthCheck[]> {
  const place = folder === undefined ? undefined : await lookUp?.(folder)
  if (place?.kind !== 'enabled' || !place.claims) return []
  return [warned('project', describeClaim(place.claims), `if it is the same: ${trustCommand}`)]
}

function checkCapture({ lostEvents }: HealthPorts): HealthCheck[] {
  const lost = lostEvents()
  if (!lost) return [passed('capture', 'no event was lost')]
  const detail = `${count(lost.count, 'event')} could not be written, the last at ${lost.lastAt}`
  return [failed('capture', detail, acknowledge)]
}

const acknowledge = 'free disk space, then run throughline doctor --acknowledge'
const restart = 'throughline restart'

async function checkDaemon({ findDaemon, version }: HealthPorts): Promise<HealthCheck[]> {
  const daemon = await findDaemon()
  switch (daemon.kind) {
    case 'stopped':
      return [passed('daemon', 'not running; the next session starts it')]
    case 'unresponsive':
      return [warned('daemon', `pid ${daemon.pid} does not answer`, restart)]
    case 'running': {
      if (daemon.version === version) {
        return [passed('daemon', `running, pid ${daemon.pid}, port ${daemon.port}`)]
      }
      const detail = `runs version ${daemon.version}, installed is ${version}`
      return [warned('daemon', detail, restart)]
    }
  }
}
