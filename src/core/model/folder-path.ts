/** String operations on folder paths of any platform. Nothing here reads the disk. */

export function isAbsolutePath(path: string): boolean {
  return path.startsWith('/') || isWindowsPath(path)
}

const longestPath = 4_096
/** To find a folder's project, files are looked for in each of its ancestors. */
const deepestPath = 256

/** Whether it can name a folder: hosts send any text as the folder they run in. */
export function isFolderPath(path: string): boolean {
  return (
    isAbsolutePath(path) && path.length <= longestPath && path.split(/[\\/]/).length <= deepestPath
  )
}

export function isWindowsPath(path: string): boolean {
  return /^([a-z]:([\\/]|$)|\\\\)/i.test(path) || extended.test(path)
}

/** `\\?\C:\a` and `\\?\UNC\server\share`: how Windows spells long paths. */
const extended = /^([\\/])\1[?.]\1(?:(?=[a-z]:)|UNC\1)/i

/** In the usual spelling. */
function withoutPrefix(path: string): string {
  return path.replace(extended, (prefix) => (/unc/i.test(prefix) ? '\\\\' : ''))
}

/**
 * The form to compare and hash: forward slashes, lower-case drive letter, composed accents (macOS
 * uses either form), no dot segments, no trailing slash.
 */
export function comparablePath(path: string): string {
  const met = comparable.get(path)
  if (met !== undefined) return met
  const form = toComparable(path)
  if (comparable.size >= mostRemembered) comparable.clear()
  if (path.length <= longestRemembered) comparable.set(path, form)
  return form
}

/** Every event names the same folders. */
const comparable = new Map<string, string>()
const mostRemembered = 256
const longestRemembered = 256

function toComparable(path: string): string {
  const isWindows = isWindowsPath(path)
  const slashed = isWindows ? withoutPrefix(path).replaceAll('\\', '/') : path
  const [, drive = '', rest = ''] = /^([a-z]:)?(.*)$/is.exec(slashed.normalize('NFC')) ?? []
  const isOnServer = isWindows && rest.startsWith('//')
  const segments: string[] = []
  for (const segment of rest.split('/')) {
    if (segment === '..') segments.splice(Math.max(segments.length - 1, isOnServer ? 2 : 0))
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return drive.toLowerCase() + (isOnServer ? '//' : '/') + segments.join('/')
}

/** Whether `folder` is `ancestor` or inside it. */
export function isWithin(folder: string, ancestor: string): boolean {
  const [inner, outer] = [foldCase(comparablePath(folder)), foldCase(comparablePath(ancestor))]
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}

export function isSameFolder(one: string, other: string): boolean {
  return foldCase(comparablePath(one)) === foldCase(comparablePath(other))
}

/** Windows ignores case. On a macOS disk that does too, real paths already agree. */
const foldCase = (path: string) => (/^([a-z]:|\/\/)/.test(path) ? path.toLowerCase() : path)

/** The folder, then each of its ancestors, nearest first. */
export function* ancestorsOf(folder: string): Generator<string> {
  let current: string | undefined = folder
  while (current !== undefined) {
    yield current
    current = parentOf(current)
  }
}

export function parentOf(folder: string): string | undefined {
  if (isWindowsPath(folder) && windowsRoot.test(comparablePath(folder))) return undefined
  const separator = isWindowsPath(folder) ? /[\\/]+[^\\/]+[\\/]*$/ : /\/+[^/]+\/*$/
  const at = folder.search(separator)
  if (at < 0) return undefined
  const parent = folder.slice(0, at)
  if (parent === '') return '/'
  return /(?:^|[\\/])[a-z]:$/i.test(parent) && isWindowsPath(folder) ? `${parent}\\` : parent
}

/** A drive, or a share: a server above it is not a folder. */
const windowsRoot = /^(?:[a-z]:\/|\/\/[^/]*(?:\/[^/]+)?)$/

export function folderName(folder: string): string {
  return comparablePath(folder).split('/').at(-1) ?? ''
}

/** A file as memories and the index name it: relative to the project's folder if it is inside. */
export function projectPath(file: string, root: string | undefined): string {
  if (!isAbsolutePath(file)) {
    const isOfWindows = root !== undefined && isWindowsPath(root)
    return (isOfWindows ? file.replaceAll('\\', '/') : file).replace(/^(\.\/+)+/, '')
  }
  if (root === undefined || !isWithin(file, root)) return file
  return comparablePath(file).slice(comparablePath(root).length + 1) || file
}
