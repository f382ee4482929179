/** Decides which paths are the project's own, without reading the disk. */
import { comparablePath, isAbsolutePath, isWindowsPath, isWithin } from '../model/folder-path.ts'
import type { WrittenFile } from '../ports/capture-store.ts'

export interface Places {
  /** Outside the project, or in a dependency. */
  isElsewhere(absolute: string): boolean
  /** Makes it absolute; undefined if that is impossible. */
  resolve(path: string, folder: string | undefined): string | undefined
  /** Outside the project, in a dependency, or written with text from outside. */
  isForeign(path: string, folder: string | undefined): boolean
  /** Foreign, or a script that fetches. */
  bringsForeign(path: string, folder: string | undefined): boolean
  /** Foreign, or a folder that contains a foreign file. */
  holdsForeign(path: string, folder: string | undefined): boolean
  readonly isWindows: boolean
}

/** Replaces unknown values when a script is read, such as an environment variable. */
export const notKnown = '\u0000'

/**
 * @param folders the project's, absolute: the session's folder, the repository's root
 * @param written oldest first
 */
export function createPlaces(
  folders: readonly string[],
  written: () => readonly WrittenFile[],
): Places {
  const home = folders.map((folder) => homeFolder.exec(folder)?.[0]).find(Boolean)
  const isWindows = folders.some(isWindowsPath)

  function resolve(path: string, folder: string | undefined): string | undefined {
    const plain = isWindows ? withDrive(path.replaceAll('\\', '/')).toLowerCase() : path
    if (plain.startsWith(notKnown)) return undefined
    if (isAbsolutePath(plain)) return comparablePath(plain)
    if (/^~(?:\/|$)/.test(plain))
      return comparablePath(`${home ?? '/home/unknown'}${plain.slice(1)}`)
    if (plain.startsWith('~') || folder === undefined) return undefined
    return comparablePath(`${isWindows ? folder.toLowerCase() : folder}/${plain}`)
  }

  function isForeign(path: string, folder: string | undefined): boolean {
    const absolute = resolve(path, folder)
    if (absolute === undefined) return path.startsWith(notKnown) || /^(?:~|\.\.(?:\/|$))/.test(path)
    if (/^\/dev\/(?:null|zero|u?random|std\w+|fd|tty)/.test(absolute)) return false
    const content = written().findLast((file) => covers(file, absolute))?.content
    if (content === 'foreign' || content === 'own') return content === 'foreign'
    return isElsewhere(absolute)
  }

  function isElsewhere(absolute: string): boolean {
    const root = folders.find((each) => isWithin(absolute, each))
    if (root === undefined) return !plansOfHosts.test(absolute)
    return dependencies.test(absolute.slice(comparablePath(root).length))
  }

  return {
    isWindows,
    resolve,
    isForeign,
    isElsewhere,
    bringsForeign(path, folder) {
      const absolute = resolve(path, folder)
      const last = written().findLast((file) => file.path === absolute)
      return last?.content === 'fetching' || isForeign(path, folder)
    },
    holdsForeign(path, folder) {
      if (isForeign(path, folder)) return true
      // For a pattern, the part before its first wildcard.
      const fixed = path.replace(/[*?[{].*$/s, '')
      const start = resolve(fixed === '' ? '.' : fixed, folder)
      if (start === undefined) return isForeign(fixed, folder)
      const isWhole = fixed === path || fixed === '' || fixed.endsWith('/')
      const prefix = isWhole && !start.endsWith('/') ? `${start}/` : start
      return written().some(
        (file) => file.content === 'foreign' && `${file.path}/`.startsWith(prefix),
      )
    },
  }
}

/**
 * Keeps what matters later about the files a session wrote. By default a project's file is its own
 * and any other is foreign, so only the exceptions are kept.
 */
export function withWritten(
  known: readonly WrittenFile[],
  fresh: readonly WrittenFile[],
  folders: readonly string[],
): readonly WrittenFile[] {
  if (fresh.length === 0) return known
  const isInside = (path: string) => folders.some((folder) => isWithin(path, folder))
  const files = new Map(known.map((file) => [file.path, file.content]))
  for (const { path, content } of fresh) {
    const isException = isInside(path) ? content !== 'own' : content !== 'foreign'
    files.delete(path)
    if (isException) files.set(path, content)
  }
  const all = [...files].map(([path, content]) => ({ path, content }))
  if (all.length <= mostWritten) return all
  // Too many to list: mark folders with foreign files as foreign, finally the whole project.
  const own = all.filter(({ content }) => content !== 'foreign').slice(-mostWritten / 4)
  const foreign = all.filter(({ content }) => content === 'foreign')
  const parents = new Set(foreign.map(({ path }) => path.replace(/[^/]*\/?$/, '')))
  const paths =
    parents.size > mostWritten / 2 ? folders.map((folder) => `${comparablePath(folder)}/`) : parents
  return [...[...paths].map((path) => ({ path, content: 'foreign' as const })), ...own]
}

const mostWritten = 100

/** Both come from `resolve`, so compare them as text. */
function covers({ path }: WrittenFile, file: string): boolean {
  return path.endsWith('/') ? `${file}/`.startsWith(path) : path === file
}

/** Git Bash writes `/c/Users` for `C:\Users`. */
function withDrive(path: string): string {
  return path.replace(/^\/(?:mnt\/)?([a-z])(?=\/|$)/i, '$1:')
}

const homeFolder = /^(?:\/(?:home|Users)\/[^/]+|\/root|[a-z]:[\\/]Users[\\/][^\\/]+)(?=[\\/]|$)/i

/** Where hosts save their agents' plans in the user's home. */
const plansOfHosts =
  /^(?:\/(?:home|users)\/[^/]+|\/root|[a-z]:\/users\/[^/]+)\/\.(?:claude|cursor|codex|gemini|opencode)\/plans\//i

const dependencies =
  /\/(?:node_modules|bower_components|vendor|third[_-]party|(?:site|dist)-packages|\.?venv|\.cargo|\.rustup|\.m2|\.gradle|\.npm|\.yarn|\.pnpm-store|pods|carthage|elm-stuff|go\/pkg\/mod)(?:\/|$)/i
