/** Host settings on disk. Keeps and follows symbolic links, as dotfile managers create them. */
import { access, constants, mkdir, readlink, realpath, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { ThroughlineError } from '../../contract/errors.ts'
import type { SettingsFiles } from '../../core/ports/host-files.ts'
import { decodeSettings, settingsFault } from '../../core/setup/settings-text.ts'
import { writeFileAtomically } from '../../home/write-files.ts'
import { undefinedIfMissing } from '../missing-file.ts'
import { projectFolderMode } from '../project-modes.ts'
import { readRegularFile } from '../read-small-file.ts'

/** Far more than any settings. In a project they are anybody's files. */
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

/** @returns the folders made, innermost first */
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
