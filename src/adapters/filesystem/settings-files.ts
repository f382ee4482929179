/** Host settings on disk. Keeps and follows symbolic links, as dotfile managers create them. */
import { access, constants, mkdir, readFile, readlink, realpath, rm, rmdir } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { SettingsFiles } from '../../core/ports/settings-files.ts'
import { decodeSettings, settingsFault } from '../../core/setup/settings-text.ts'
import { writeFileAtomically } from '../../home/write-atomic.ts'
import { undefinedIfMissing } from './missing-file.ts'

export const settingsFiles: SettingsFiles = {
  read: (file) =>
    explained(file, async () => {
      const bytes = await readFile(file).catch(undefinedIfMissing)
      return bytes && decodeSettings(file, bytes)
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

/** @returns the folders made, innermost first */
async function makeMissing(folder: string): Promise<string[]> {
  const outermost = await mkdir(folder, { recursive: true })
  if (outermost === undefined) return []
  const made = [folder]
  for (let last = folder; last !== outermost && last !== dirname(last); ) {
    last = dirname(last)
    made.push(last)
  }
  return made
}

/** The target file, even if the link points to one that does not exist yet. */
async function target(file: string, depth = 0): Promise<string> {
  const real = await realpath(file).catch(undefinedIfMissing)
  if (real !== undefined) return real
  const link = await readlink(file).catch(() => undefined)
  if (link === undefined || depth > 40) return file
  return target(resolve(dirname(file), link), depth + 1)
}

/** Turns file-system errors into readable ones. */
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
