/** Finds the pages of a wiki folder, and temporary files of killed processes. */
import { type Dirent, type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { isTurnOver, yieldToEventLoop } from '../../core/jobs/yield-to-event-loop.ts'
import type { PageFile } from '../../core/ports/wiki.ts'
import { fingerprintOf, isPlainPage, isPlainPart } from './disk.ts'

const temporaryName = /^\.[^/]+\.md\.\d+\.\d+\.tmp$/

const mostDepth = 4
const mostPages = 50_000
const mostOdd = 100

export interface FolderContent {
  readonly pages: PageFile[]
  readonly leftovers: string[]
  /** Links, pipes or devices with a page's name. */
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

/** Each wiki has six folders. */
const mostFolders = 2_000

/**
 * Watches pages. Where folders cannot be watched, the next build finds the edits. Linux has no
 * recursive watch; Node imitates it with an inotify watch per file, of which some systems allow a
 * user 8,192, so we watch each folder.
 * @param onChange gets the name of the wiki's folder
 */
export function watchPages(
  root: string,
  onChange: (folder: string) => void,
  platform: NodeJS.Platform = process.platform,
): { close(): void } {
  const report = (path: string) => onChange(path.split(/[\\/]/, 1)[0] ?? '')
  const reportPage = (path: string) => {
    if (path.endsWith('.md') && !temporaryName.test(basename(path))) report(path)
  }
  if (platform === 'linux') return watchEachFolder(root, { report, reportPage })
  try {
    const watcher = watch(root, { recursive: true }, (_kind, path) => reportPage(path ?? ''))
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return { close() {} }
  }
}

interface Reports {
  readonly report: (path: string) => void
  readonly reportPage: (path: string) => void
}

function watchEachFolder(root: string, { report, reportPage }: Reports): { close(): void } {
  const watchers = new Map<string, FSWatcher>()

  function drop(folder: string): void {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue
      watchers.delete(path)
      watcher.close()
    }
  }

  /** Includes subfolders. Hidden folders, such as the one with states, contain no pages. */
  function add(folder: string): void {
    if (watchers.has(folder) || watchers.size >= mostFolders) return
    try {
      const watcher = watch(folder, (kind, name) => see(kind, join(folder, name ?? '')))
      watcher.on('error', () => drop(folder))
      watchers.set(folder, watcher)
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory() && !entry.name.startsWith('.')) add(join(folder, entry.name))
      }
    } catch {
      drop(folder)
    }
  }

  function see(kind: string, path: string): void {
    const place = relative(root, path)
    reportPage(place)
    if (kind !== 'rename' || place === '' || basename(path).startsWith('.')) return
    // It may be a new folder with an old name.
    if (watchers.has(path)) drop(path)
    if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return
    add(path)
    // Pages may have been written before the watch started.
    report(place)
  }

  add(root)
  return { close: () => drop(root) }
}
