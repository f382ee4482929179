/** Reads what stands beside a history: indexes, titles, places. */
import type { Json } from '../../core/model/json.ts'
import { readSmallFile } from '../read-small-file.ts'

const mostBytes = 4 * 1024 * 1024

export async function readSmallText(path: string): Promise<string | undefined> {
  const content = await readSmallFile(path, { mostBytes, followsLinks: true })
  return content?.toString('utf8')
}

/** Undefined if it is not there, too large, or no JSON. */
export async function readSmallJson(path: string): Promise<Json | undefined> {
  const text = await readSmallText(path)
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json)
  } catch {
    return undefined
  }
}
