/** Finds files and skips what is missing or unreadable. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Json, parseJson, stringOf } from '../../core/model/json.ts'
import type { HistoryItem, HistoryPlace, SkippedPart } from '../../core/ports/history-source.ts'
import { tryTo } from '../../home/try-to.ts'
import { readSmallFile } from '../read-small-file.ts'

export interface FoundFile {
  readonly path: string
  readonly bytes: number
  readonly modifiedMs: number
}

/** Finds regular files below a folder, at most `depth` folders down. */
export async function findFiles(
  folder: string,
  isWanted: (path: string) => boolean,
  depth = 4,
): Promise<FoundFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found: FoundFile[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && depth > 0)
      found.push(...(await findFiles(path, isWanted, depth - 1)))
    if (!entry.isFile() || !isWanted(path)) continue
    const file = await findFile(path)
    if (file) found.push(file)
  }
  return found
}

export async function findFile(path: string): Promise<FoundFile | undefined> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  return { path, bytes: found.size, modifiedMs: found.mtimeMs }
}

export function toItem(
  { path, bytes, modifiedMs }: FoundFile,
  rest: Partial<HistoryItem> = {},
): HistoryItem {
  const fingerprint = `${bytes} ${modifiedMs}`
  const changedAt = new Date(modifiedMs).toISOString()
  return { id: path, path, bytes, fingerprint, changedAt, sessions: 1, ...rest }
}

/** Sorts by start; of two with the same start, the one changed first comes first. */
export const byStart = (a: HistoryItem, b: HistoryItem) => (orderOf(a) < orderOf(b) ? -1 : 1)

const orderOf = ({ startedAt = '', changedAt = '', id }: HistoryItem) =>
  `${startedAt} ${changedAt} ${id}`

/** Enough for the files next to a history: indexes, titles, places. */
const mostBytes = 4 * 1024 * 1024

export async function readSmallText(path: string): Promise<string | undefined> {
  const content = await readSmallFile(path, { mostBytes, followsLinks: true })
  return content?.toString('utf8')
}

/** Undefined if the file is missing, too large or not JSON. */
export async function readSmallJson(path: string): Promise<Json | undefined> {
  const text = await readSmallText(path)
  return tryTo(() => (text === undefined ? undefined : (JSON.parse(text) as Json)))
}

const mostWholeBytes = 256 * 1024 * 1024

/**
 * Reads a file that contains one session and must be parsed as a whole.
 * @throws the system's error if the file is missing or unreadable
 */
export async function readWholeText(path: string): Promise<{ text: string } | SkippedPart> {
  const { size } = await stat(path)
  if (size > mostWholeBytes) return { skipped: 'file over 256 MB' }
  return { text: await readFile(path, 'utf8') }
}

/** @throws the system's error if the file is missing or unreadable */
export async function readWholeJson(path: string): Promise<{ json: Json } | SkippedPart> {
  const file = await readWholeText(path)
  if ('skipped' in file) return file
  const json = parseJson(file.text)
  return json === undefined ? { skipped: 'file that is not JSON, or incomplete' } : { json }
}

/** Editors store folders as URIs. Undefined for a folder on another machine. */
export function pathOfUri(uri: Json | undefined): string | undefined {
  const given = stringOf(uri)
  if (given === undefined || !/^[\w+.-]{2,}:/.test(given)) return given
  return tryTo(() => fileURLToPath(given))
}

/**
 * Where Visual Studio Code and its forks keep a user's data.
 * @param editors such as `Code` or `Cursor`
 */
export function vscodeFolders(
  { userHome, env }: Pick<HistoryPlace, 'userHome' | 'env'>,
  editors: readonly string[],
): string[] {
  const parents = [
    env.XDG_CONFIG_HOME ?? join(userHome, '.config'),
    join(userHome, 'Library', 'Application Support'),
    env.APPDATA ?? join(userHome, 'AppData', 'Roaming'),
  ]
  return parents.flatMap((parent) => editors.map((editor) => join(parent, editor, 'User')))
}
