import { readFile } from 'node:fs/promises'
import { decodeSettings, isMissingFile, settingsFault } from '../../core/setup/settings-text.ts'

/**
 * @returns undefined when the file does not exist
 * @throws ThroughlineError saying what is wrong with the file
 */
export async function readSettings(file: string): Promise<string | undefined> {
  try {
    return decodeSettings(file, await readFile(file))
  } catch (error) {
    if (isMissingFile(error)) return undefined
    throw settingsFault(file, error)
  }
}
