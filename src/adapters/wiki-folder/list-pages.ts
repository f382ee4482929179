/** Finds the pages of a wiki folder, and temporary files that a kill left behind. */
import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageFile } from '../../core/ports/wiki-folder.ts'
import { fingerprintOf } from './disk.ts'
import { isPlainPath } from './inside-folder.ts'

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
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isFile() && temporaryName.test(entry.name)) {
      content.leftovers.push(join(here, entry.name))
    } else if (entry.isDirectory() && depth > 1 && !entry.name.startsWith('.')) {
      await look(root, path, depth - 1, content)
    } else if (entry.isFile() && isPlainPath(path) && content.pages.length < mostPages) {
      const found = lstatSync(join(here, entry.name), { bigint: true, throwIfNoEntry: false })
      if (!found?.isFile()) continue
      content.pages.push({ path, bytes: Number(found.size), fingerprint: fingerprintOf(found) })
    } else if (!entry.isFile() && !entry.isDirectory() && isPlainPath(path)) {
      if (content.odd.length < mostOdd) content.odd.push(path)
    }
  }
}
