/** Whether the machine has a host: by a folder or file it made, or by its program. */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Detection, SettingsLocation } from '../../../core/ports/host.ts'

export interface HostSigns {
  /** Absolute; the first is named when there is none. */
  readonly paths: readonly [string, ...string[]]
  /** Names of programs. */
  readonly programs: readonly string[]
}

export async function detectBy(
  { paths, programs }: HostSigns,
  { programFolders }: SettingsLocation,
): Promise<Detection> {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', '.ps1'] : ['']
  const files = programFolders.flatMap((folder) =>
    programs.flatMap((program) => suffixes.map((suffix) => join(folder, program + suffix))),
  )
  for (const sign of [...paths, ...files]) {
    if (await exists(sign)) return { found: true, reason: `${sign} exists` }
  }
  const [program] = programs
  const lacked = program === undefined ? '' : ` and no program "${program}"`
  return { found: false, reason: `there is no ${paths[0]}${lacked}` }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
