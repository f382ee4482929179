/** Hosts and what wires them, for whoever asks which are. */
import { existsSync } from 'node:fs'
import type { HostSurroundings } from '../core/setup/host-place.ts'
import type { WiredHosts } from '../core/setup/report-host.ts'
import type { HomePaths } from '../home/paths.ts'

/** Loaded late: their installers are nothing a daemon needs every day. */
export async function openWiredHosts(
  paths: HomePaths,
  surroundings: HostSurroundings,
): Promise<WiredHosts> {
  const { openSetup } = await import('./setup.ts')
  const { hosts, wiring, isHookCurrent, tools } = await openSetup(paths)
  const hook = !existsSync(paths.hook) ? 'missing' : isHookCurrent() ? 'current' : 'outdated'
  return { ...surroundings, hosts, hook, wiring, files: tools.files }
}
