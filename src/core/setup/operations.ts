/** Which agents there are, for whoever asks. */
import type { OperationHandlers, OutputOf } from '../../contract/operations/index.ts'
import type { HookWiring, Host, HostPlace } from '../ports/host.ts'
import type { ProjectStore } from '../ports/project-store.ts'
import { type HostSurroundings, hostPlace } from './host-place.ts'

export interface WiredHosts extends HostSurroundings {
  readonly hosts: readonly Host[]
  readonly hook: OutputOf<'getHosts'>['hook']
  wiring(host: Host): HookWiring
}

export interface HostPorts {
  readonly projects: Pick<ProjectStore, 'list'>
  /** Loaded when somebody asks: a daemon does without them. */
  readonly wiredHosts: () => Promise<WiredHosts>
}

export function createHostOperations(ports: HostPorts): Pick<OperationHandlers, 'getHosts'> {
  return {
    async getHosts() {
      const wired = await ports.wiredHosts()
      const roots = (await ports.projects.list()).flatMap(({ root }) => root ?? [])
      const hosts = await Promise.all(wired.hosts.map((host) => examineHost(host, roots, wired)))
      return { hook: wired.hook, hosts }
    },
  }
}

async function examineHost(
  host: Host,
  roots: readonly string[],
  wired: WiredHosts,
): Promise<OutputOf<'getHosts'>['hosts'][number]> {
  const user = hostPlace(host, 'user', wired.userHome, wired)
  const places = [user, ...roots.map((root) => hostPlace(host, 'project', root, wired))]
  const { found, reason } = await host.detect(user)
  const inspected = await Promise.all(places.map((place) => inspect(host, place, wired)))
  return {
    name: host.name,
    displayName: host.displayName,
    isFound: found,
    reason,
    wired: inspected.flat(),
    command: `throughline setup --host ${host.name}`,
  }
}

/** Settings that cannot be read hold no hook of ours that runs. */
async function inspect(
  host: Host,
  place: HostPlace,
  wired: WiredHosts,
): Promise<OutputOf<'getHosts'>['hosts'][number]['wired']> {
  try {
    const { file, state, missingEvents, disabledBy } = await host.inspect(place, wired.wiring(host))
    if (state === 'absent') return []
    return [{ file, state, missingEvents: [...missingEvents], disabledBy }]
  } catch {
    return []
  }
}
