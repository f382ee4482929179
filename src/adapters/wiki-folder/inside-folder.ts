/** Where a page is on disk: never outside its wiki, by its name or by a link. */
import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { ThroughlineError } from '../../contract/errors.ts'

const mostCharacters = 400

/** @throws ThroughlineError `invalid-input` */
export async function insideFolder(root: string, path: string): Promise<string> {
  if (!isPlainPath(path)) throw leadsOut(path)
  const file = join(root, ...path.split('/'))
  const parent = dirname(file)
  const [realRoot, realParent] = [realOrSame(root), realOrSame(parent)]
  const wanted = join(realRoot, ...path.split('/').slice(0, -1))
  if (realParent !== wanted && exists(parent)) throw leadsOut(path)
  return file
}

/** Parts are never empty, hidden, or names that Windows reads otherwise. */
export const isPlainPart = (part: string) =>
  /^[^.\s](?:[^\\:*?"<>|\p{Cc}]*[^\\:*?"<>|\p{Cc} .])?$/u.test(part)

function isPlainPath(path: string): boolean {
  const parts = path.split('/')
  const name = parts.pop() ?? ''
  return parts.every(isPlainPart) && isPlainPage(parts.join('/'), name)
}

/** @param folder whose parts are plain */
export function isPlainPage(folder: string, name: string): boolean {
  const isShort = folder.length + 1 + name.length <= mostCharacters
  return isShort && name.endsWith('.md') && isPlainPart(name)
}

/** At once: it takes less time than a trip to another thread. */
function realOrSame(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

function leadsOut(path: string): ThroughlineError {
  const shown = path.length > mostCharacters ? `${path.slice(0, mostCharacters)}…` : path
  return new ThroughlineError(
    'invalid-input',
    `"${shown.replaceAll(sep, '/')}" is not a page of the wiki`,
    {
      hint: 'a page is named like concepts/search-index.md',
    },
  )
}
