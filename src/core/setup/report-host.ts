/** What there is of an agent on this machine, and of ours in it. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { OutputOf } from '../../contract/operations/index.ts'
import type { Host, HostPlace, HostWiring } from '../ports/host.ts'
import type { SettingsFiles } from '../ports/settings-files.ts'
import { type HostSurroundings, hostPlace } from './host-place.ts'
import { type HostInspection, inspectHost } from './plan-wires.ts'

export interface WiredHosts extends HostSurroundings {
  readonly hosts: readonly Host[]
  readonly hook: OutputOf<'getHosts'>['hook']
  readonly files: Pick<SettingsFiles, 'read'>
  wiring(host: Host): HostWiring
}

export type HostReport = OutputOf<'getHosts'>['hosts'][number]

/** @param folders whose own settings are looked at besides those of the user */
export async function reportOn(
  host: Host,
  folders: readonly string[],
  wired: WiredHosts,
): Promise<HostReport> {
  const user = hostPlace(host, 'user', wired.userHome, wired)
  const places = [user, ...folders.map((folder) => hostPlace(host, 'project', folder, wired))]
  const { found, reason } = await host.detect(user)
  const inspected = await Promise.all(places.map((place) => inspect(host, place, wired)))
  const otherWay = await host.findOtherWay?.(user, wired.files)
  return {
    name: host.name,
    displayName: host.displayName,
    isFound: found,
    reason,
    wired: inspected.flatMap(({ wires }) => wires.flatMap(present)),
    ...(otherWay !== undefined && { otherWay }),
    obstacles: inspected.flatMap(({ obstacles }) => [...obstacles]),
    remarks: [...host.remarks],
    command: `throughline setup --host ${host.name}`,
  }
}

function present(wire: HostInspection['wires'][number]): HostReport['wired'] {
  const { kind, file, state, missingEvents } = wire
  return state === 'absent' ? [] : [{ kind, file, state, missingEvents: [...missingEvents] }]
}

/** Settings that cannot be read hold no hook of ours that runs. */
async function inspect(
  host: Host,
  place: HostPlace,
  { wiring, files }: WiredHosts,
): Promise<HostInspection> {
  try {
    return await inspectHost(host, place, wiring(host), files)
  } catch (error) {
    if (!(error instanceof ThroughlineError)) throw error
    return { wires: [], obstacles: [{ problem: error.message, hint: error.hint ?? '' }] }
  }
}
