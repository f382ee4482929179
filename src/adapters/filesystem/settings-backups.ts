/** Backups that undo our change to a settings file: one private file each, named by path hash. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { SettingsBackup, SettingsBackups } from '../../core/ports/host-files.ts'
import { writeFileAtomically } from '../../home/write-files.ts'
import { sha256 } from '../ids.ts'

/** @param folder `<home>/backups/settings` */
export function openSettingsBackups(folder: string): SettingsBackups {
  return {
    async list() {
      const names = await readdir(folder).catch(() => [])
      const read = (name: string) => readFile(join(folder, name), 'utf8').catch(() => '')
      const texts = await Promise.all(names.filter((name) => name.endsWith('.json')).map(read))
      return texts.flatMap((text) => parseBackup(text) ?? [])
    },

    async find(file) {
      const text = await readFile(backupFile(folder, file), 'utf8').catch(() => undefined)
      const backup = text === undefined ? undefined : parseBackup(text)
      return backup?.file === file ? backup : undefined
    },

    async save(backup) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const text = `${JSON.stringify(backup, null, 2)}\n`
      writeFileAtomically(backupFile(folder, backup.file), text, { mode: 0o600 })
    },

    async forget(file) {
      await rm(backupFile(folder, file), { force: true })
    },
  }
}

const layerSchema = z.object({
  owner: z.string(),
  writtenHash: z.string(),
  wayBack: z
    .array(z.object({ offset: z.number(), length: z.number(), original: z.string() }))
    .nullable(),
})

const backupSchema = z.object({
  file: z.string(),
  wasCreated: z.boolean(),
  layers: z.array(layerSchema),
  madeFolders: z.array(z.string()),
})

/** A damaged backup counts as missing: the file is then cleaned by editing. */
function parseBackup(text: string): SettingsBackup | undefined {
  try {
    return backupSchema.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

function backupFile(folder: string, file: string): string {
  return join(folder, `${sha256(file).slice(0, 32)}.json`)
}
