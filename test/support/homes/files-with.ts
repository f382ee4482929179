/** Every file of a folder that holds these bytes, whatever it is. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text))
    .map((file) => relative(folder, file))
    .sort()
}
