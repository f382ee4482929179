/** Reads an export that is one JSON value. */
import { readFile, stat } from 'node:fs/promises'
import type { Json } from '../../../core/model/json.ts'

/** Parsing needs several times as much memory. */
const mostBytes = 256 * 1024 * 1024

/** @throws if it is too large or no JSON */
export async function readExport(path: string): Promise<Json> {
  const { size } = await stat(path)
  if (size > mostBytes) {
    throw new Error(`${Math.round(size / 1024 / 1024)} MB is over the limit of 256 MB`)
  }
  const text = await readFile(path, 'utf8')
  try {
    return JSON.parse(text) as Json
  } catch {
    throw new Error('not JSON, or cut off in the middle')
  }
}
