/** Finds the pages of a wiki folder, and temporary files that a kill left behind. */
import { type Dirent, lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { isTurnOver, yieldToEventLoop } from '../../core/jobs/yield-to-event-loop.ts'
import type { PageFile } from '../../core/ports/wiki.ts'
import { fingerprintOf } from './disk.ts'
import { isPlainPage, isPlainPart } from './inside-folder.ts'

export const temporaryName = /^\.[^/]+\.md\.\d+\.\d+\.tmp$/

const mostDepth = 4
const mostPages = 50_000
const mostOdd = 100

export interface FolderContent {
  readonly pages: PageFile[]
  /** Temporary files, as paths on disk. */
  readonly leftovers: string[]
  /** Named like pages, but links, pipes or devices. */
  readonly odd: string[]
}

export async function listPages(root: string): Promise<FolderContent> {
  const content: FolderContent = { pages: [], leftovers: [], odd: [] }
  await look(root, '', mostDepth, content)
  content.pages.sort((one, other) => (one.path < other.path ? -1 : 1))
  return content
}

async function look(
  root: string,
  folder: string,
  depth: number,
  content: FolderContent,
): Promise<void> {
  const here = join(root, folder)
  for (const entry of await readdir(here, { withFileTypes: true }).catch(() => [])) {
    const { name } = entry
    if (entry.isDirectory()) {
      if (depth > 1 && isPlainPart(name)) await look(root, inside(folder, name), depth - 1, content)
      continue
    }
    const file = `${here}${sep}${name}`
    if (entry.isFile() && temporaryName.test(name)) content.leftovers.push(file)
    else if (isPlainPage(folder, name)) add(entry, file, inside(folder, name), content)
    if (isTurnOver()) await yieldToEventLoop()
  }
}

const inside = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`)

function add(entry: Dirent, file: string, path: string, { pages, odd }: FolderContent): void {
  if (!entry.isFile()) {
    if (odd.length < mostOdd) odd.push(path)
    return
  }
  if (pages.length >= mostPages) return
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) return
  pages.push({ path, bytes: found.size, fingerprint: fingerprintOf(found) })
}
