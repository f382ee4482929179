/**
 * Watches the pages of all wikis. Where folders cannot be watched, the next build finds edits.
 *
 * Linux has no recursive watch. Node imitates it with an inotify watch for every file, of which a user
 * has 8,192 on some systems; a watch for every folder sees the same.
 */
import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { temporaryName } from './list-pages.ts'

/** Wikis have six folders each. */
const mostFolders = 2_000

/** @param onChange gets the name of the wiki's folder */
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

  /** With all below it. Hidden folders, such as of the states, have no pages. */
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
    // A folder of this name may be another one now.
    if (watchers.has(path)) drop(path)
    if (!lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) return
    add(path)
    // Its pages may have been there before the watch.
    report(place)
  }

  add(root)
  return { close: () => drop(root) }
}
