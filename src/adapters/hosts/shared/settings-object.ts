/** A JSON file that a host writes, as far as it can be read. */
import { parse } from 'jsonc-parser'
import { isJsonObject, type JsonObject } from '../../../core/model/json.ts'
import type { ReadableFiles } from './define-installer.ts'

/** Empty if the file is missing or unreadable, or has something else. */
export async function readSettingsObject(file: string, files: ReadableFiles): Promise<JsonObject> {
  const text = await files.read(file).catch(() => undefined)
  const value: unknown = parse((text ?? '').replace(/^\uFEFF/, ''), [], {
    allowTrailingComma: true,
  })
  return isJsonObject(value) ? value : {}
}
