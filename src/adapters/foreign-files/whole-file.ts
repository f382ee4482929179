/** Reads files that hold one session each, which can only be read as a whole. */
import { readFile, stat } from 'node:fs/promises'
import type { Json } from '../../core/model/json.ts'
import { parseJson } from '../../core/model/json-values.ts'
import type { SkippedPart } from '../../core/ports/history-source.ts'

const mostBytes = 256 * 1024 * 1024

/** @throws what the system says of a file that is gone or may not be read */
export async function readWholeText(path: string): Promise<{ text: string } | SkippedPart> {
  const { size } = await stat(path)
  if (size > mostBytes) return { skipped: 'file over 256 MB' }
  return { text: await readFile(path, 'utf8') }
}

/** @throws what the system says of a file that is gone or may not be read */
export async function readWholeJson(path: string): Promise<{ json: Json } | SkippedPart> {
  const file = await readWholeText(path)
  if ('skipped' in file) return file
  const json = parseJson(file.text)
  return json === undefined ? { skipped: 'file that is not JSON, or incomplete' } : { json }
}
