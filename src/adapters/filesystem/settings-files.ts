/** Host settings on disk. Keeps and follows symbolic links, as dotfile managers create them. */
import {
  access,
  constants,
  mkdir,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'
import { ThroughlineError } from '../../contract/errors.ts'
import type { SettingsBackup, SettingsBackups, SettingsFiles } from '../../core/ports/host-files.ts'
import { decodeSettings, settingsFault } from '../../core/setup/settings-text.ts'
import { tryTo } from '../../home/try-to.ts'
import { writeFileAtomically } from '../../home/write-files.ts'
import { sha256 } from '../ids.ts'
import { projectFolderMode } from '../project-modes.ts'
import { readRegularFile, undefinedIfMissing } from '../read-small-file.ts'

/** Far more than any settings. In a project, anyone may have written them. */
const sizeAndLinks = { mostBytes: 4 * 1024 * 1024, followsLinks: true }

export const settingsFiles: SettingsFiles = {
  read: (file) =>
    explained(file, async () => {
      const content = await readRegularFile(file, sizeAndLinks).catch(undefinedIfMissing)
      if (content === 'too-large') throw unusable(`${file} is larger than 4 MB`)
      if (content !== 'not-regular') return content && decodeSettings(file, content)
      if ((await stat(file)).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
      throw unusable(`${file} is a pipe or a device, not a settings file`)
    }),

  makeFolders: (file) => explained(file, async () => makeMissing(dirname(await target(file)))),

  write: (file, text) =>
    explained(file, async () => {
      const path = await target(file)
      // A rename needs only folder permissions, so check that the file itself is writable.
      await access(path, constants.W_OK).catch(undefinedIfMissing)
      writeFileAtomically(path, text)
    }),

  remove: (file) => explained(file, async () => rm(await target(file), { force: true })),

  async removeEmptyFolders(folders) {
    for (const folder of folders) {
      const problem = await rmdir(folder).catch((error: unknown) => error)
      if (problem) return
    }
  },
}

function unusable(problem: string): ThroughlineError {
  return new ThroughlineError('malformed-settings', problem, {
    hint: 'move it away and run the command again',
  })
}

/** @returns the new folders, innermost first */
async function makeMissing(folder: string): Promise<string[]> {
  const outermost = await mkdir(folder, { recursive: true, mode: projectFolderMode })
  if (outermost === undefined) return []
  const made = [folder]
  for (let last = folder; last !== outermost && last !== dirname(last); ) {
    last = dirname(last)
    made.push(last)
  }
  return made
}

/** Returns the file behind the links, even if it does not exist yet. */
async function target(file: string, depth = 0): Promise<string> {
  const real = await realpath(file).catch(undefinedIfMissing)
  if (real !== undefined) return real
  const link = await readlink(file).catch(() => undefined)
  if (link === undefined || depth > 40) return file
  return target(resolve(dirname(file), link), depth + 1)
}

/** Turns file system errors into readable ones. */
export async function explained<Result>(
  file: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw settingsFault(file, error)
  }
}

/**
 * Backups that undo our change to a settings file, each in a private file named by path hash.
 * @param folder `<home>/backups/settings`
 */
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

/** A damaged backup is treated as missing: then we clean the file by editing it. */
function parseBackup(text: string): SettingsBackup | undefined {
  return tryTo(() => backupSchema.parse(JSON.parse(text)))
}

function backupFile(folder: string, file: string): string {
  return join(folder, `${sha256(file).slice(0, 32)}.json`)
}
