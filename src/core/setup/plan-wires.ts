/** What wiring a host changes in its files, and what of ours they hold now. */
import type {
  HostInstaller,
  HostPlace,
  HostWiring,
  Obstacle,
  Wire,
  WireKind,
} from '../ports/host.ts'
import type { SettingsFiles } from '../ports/settings-files.ts'
import { splitMark } from './settings-text.ts'

type Reading = Pick<SettingsFiles, 'read'>

export interface WireInspection {
  readonly kind: WireKind
  readonly file: string
  readonly state: 'absent' | 'current' | 'outdated'
  readonly missingEvents: readonly string[]
}

export interface HostInspection {
  readonly wires: readonly WireInspection[]
  readonly obstacles: readonly Obstacle[]
}

/** @throws ThroughlineError `malformed-settings` with file, line and column */
export async function inspectHost(
  host: HostInstaller,
  place: HostPlace,
  wiring: HostWiring,
  files: Reading,
): Promise<HostInspection> {
  const inspected = host.wiredFiles(place).map(async ({ file, wires }) => {
    const { text } = splitMark((await files.read(file)) ?? '')
    return wires.map((wire) => inspectWire(wire, { file, text }, wiring))
  })
  const wires = (await Promise.all(inspected)).flat()
  const isWired = wires.some(({ state }) => state !== 'absent')
  return { wires, obstacles: isWired ? ((await host.findObstacles?.(place, files)) ?? []) : [] }
}

function inspectWire(
  wire: Wire,
  settings: { readonly file: string; readonly text: string },
  wiring: HostWiring,
): WireInspection {
  const { file, text } = settings
  const isAbsent = wire.remove(settings) === text
  const isCurrent = !isAbsent && wire.install(settings, wiring) === text
  return {
    kind: wire.kind,
    file,
    state: isAbsent ? 'absent' : isCurrent ? 'current' : 'outdated',
    missingEvents: wire.missingEvents?.(settings) ?? [],
  }
}
