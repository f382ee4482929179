/**
 * A home folder that must stay untouched. Tests run with it as HOME: whatever reads the settings in
 * it fails on them, and whatever writes to it is found afterwards.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TrapHome {
  readonly folder: string
  /** What was read or written since it was made. */
  findings(): string[]
  remove(): void
}

const bait = {
  '.throughline/config.json': '{ "readByATest": true }\n',
  '.claude/settings.json': '{ this file was read by a test }\n',
  '.gitconfig': '[user]\n\tname = Bait\n',
}

export function makeTrapHome(): TrapHome {
  const folder = mkdtempSync(join(tmpdir(), 'throughline-trap-home-'))
  for (const [name, content] of Object.entries(bait)) {
    const file = join(folder, name)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, content)
    // Last read before it was last written: then even a lazy file system notes the next reading.
    utimesSync(file, new Date('2020-01-01'), new Date())
  }
  const before = snapshot(folder)
  return {
    folder,
    findings: () => compare(before, snapshot(folder)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

type Snapshot = ReadonlyMap<string, { written: number; read: number }>

function snapshot(folder: string): Snapshot {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    entries.map((name) => {
      const { mtimeMs, atimeMs } = statSync(join(folder, name))
      const isBait = name in bait
      return [name, { written: mtimeMs, read: isBait ? atimeMs : 0 }]
    }),
  )
}

function compare(before: Snapshot, after: Snapshot): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)]
    if (!was) return [`${name} was created`]
    if (!is) return [`${name} was deleted`]
    if (was.written !== is.written) return [`${name} was written`]
    return was.read === is.read ? [] : [`${name} was read`]
  })
}
