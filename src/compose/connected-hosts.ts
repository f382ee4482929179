/** Which hosts are connected. */
import { existsSync, statSync } from 'node:fs'
import type { ConnectedHosts, HostSurroundings } from '../core/setup/inspect-host.ts'
import type { HomePaths } from '../home/paths.ts'

/** Loads the hosts' installers on demand, because the daemon rarely needs them. */
export async function openConnectedHosts(
  paths: HomePaths,
  surroundings: HostSurroundings,
): Promise<ConnectedHosts> {
  const { openSetup } = await import('./setup.ts')
  const { hosts, connection, isHookCurrent, tools } = await openSetup(paths)
  const hook = !existsSync(paths.hook) ? 'missing' : isHookCurrent() ? 'current' : 'outdated'
  const connectedAt = statSync(paths.hook, { throwIfNoEntry: false })?.mtime.toISOString()
  return { ...surroundings, hosts, hook, connectedAt, connection, files: tools.files }
}
