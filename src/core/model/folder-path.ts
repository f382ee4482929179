/** Arithmetic on folder paths of any platform; nothing here looks at a disk. */

export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || isWindowsPath(path)
}

export function isWindowsPath(path: string): boolean {
  return /^([a-z]:([\\/]|$)|\\\\)/i.test(path)
}

/**
 * The spelling to compare and hash: forward slashes, a small drive letter, composed accents (macOS
 * may hand out either form), no dots, no slash at the end.
 */
export function comparablePath(path: string): string {
  const slashed = isWindowsPath(path) ? path.replaceAll('\\', '/') : path
  const [, drive = '', rest = ''] = /^([a-z]:)?(.*)$/is.exec(slashed.normalize('NFC')) ?? []
  const segments: string[] = []
  for (const segment of rest.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  const start = rest.startsWith('//') && isWindowsPath(path) ? '//' : '/'
  return drive.toLowerCase() + start + segments.join('/')
}

/** True when `folder` is `ancestor` or lies below it. */
export function isWithin(folder: string, ancestor: string): boolean {
  const [inner, outer] = [foldCase(comparablePath(folder)), foldCase(comparablePath(ancestor))]
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}

export function isSameFolder(one: string, other: string): boolean {
  return foldCase(comparablePath(one)) === foldCase(comparablePath(other))
}

/** Windows does not tell case apart; where macOS does not, real paths already agree. */
function foldCase(path: string): string {
  return /^([a-z]:|\/\/)/.test(path) ? path.toLowerCase() : path
}

/** The folder itself, then each folder above it, the nearest first. */
export function* ancestorsOf(folder: string): Generator<string> {
  let current: string | undefined = folder
  while (current !== undefined) {
    yield current
    current = parentOf(current)
  }
}

export function parentOf(folder: string): string | undefined {
  const separator = isWindowsPath(folder) ? /[\\/]+[^\\/]+[\\/]*$/ : /\/+[^/]+\/*$/
  const at = folder.search(separator)
  if (at < 0) return undefined
  const parent = folder.slice(0, at)
  if (parent === '') return isWindowsPath(folder) ? undefined : '/'
  return /^[a-z]:$/i.test(parent) ? `${parent}\\` : parent
}

/** The last part of a path; empty for a root. */
export function folderName(folder: string): string {
  return comparablePath(folder).split('/').at(-1) ?? ''
}
