/** What wiring a host changes in its files, and what of ours they hold now. */
import type {
  HostInstaller,
  HostPlace,
  HostWiring,
  Obstacle,
  SettingsChange,
  Wire,
  WiredFile,
  WireKind,
} from '../ports/host.ts'
import type { SettingsFiles } from '../ports/settings-files.ts'

type Reading = Pick<SettingsFiles, 'read'>

export async function planInstall(
  { file, wires }: WiredFile,
  wiring: HostWiring,
  files: Reading,
): Promise<SettingsChange> {
  const before = await files.read(file)
  const { mark, text } = splitMark(before ?? '')
  const installed = wires.reduce(
    (edited, wire) => wire.install({ file, text: edited }, wiring),
    text,
  )
  return { file, before, after: installed === text ? before : mark + installed }
}

export async function planRemove(
  { file, wires }: WiredFile,
  files: Reading,
): Promise<SettingsChange> {
  const before = await files.read(file)
  if (before === undefined) return { file, before, after: undefined }
  const { mark, text } = splitMark(before)
  const removed = wires.reduceRight((edited, wire) => wire.remove({ file, text: edited }), text)
  return { file, before, after: mark + removed, afterIsEmpty: saysNothing(removed) }
}

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

function saysNothing(text: string): boolean {
  return /^\s*(\{\s*\}\s*)?$/.test(text)
}

const byteOrderMark = '\uFEFF'

function splitMark(text: string): { mark: string; text: string } {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : ''
  return { mark, text: text.slice(mark.length) }
}
