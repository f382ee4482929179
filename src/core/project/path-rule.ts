/** A path glob of the configuration; it means the folder it names and everything below. */
import picomatch from 'picomatch'
import { comparablePath, isAbsolutePath, isWindowsPath, isWithin } from '../model/folder-path.ts'

/** What starts like a path or with a star; anything else is the identity of a project. */
export function isPathRule(rule: string): boolean {
  return isAbsolutePath(rule) || /^(~($|[\\/])|\*)/.test(rule)
}

export function pathRuleMatches(rule: string, folder: string, userHome: string): boolean {
  const isBelowHome = rule.startsWith('~')
  const isWindows = isWindowsPath(isBelowHome ? userHome : rule)
  const place = anchored(isWindows ? rule.replaceAll('\\', '/') : rule)
  // The plain reading comes first, so that brackets in a real folder name need no escape.
  if (isWithin(folder, isBelowHome ? userHome + place.slice(1) : place)) return true
  const pattern = isBelowHome ? escapeGlob(comparablePath(userHome)) + place.slice(1) : place
  return matcherOf(pattern, isWindows)(comparablePath(folder))
}

// `*-private` and `**/secret` are meant at any depth.
function anchored(rule: string): string {
  if (!rule.startsWith('*')) return rule
  if (/^\*+$/.test(rule)) return '/'
  return rule.startsWith('**/') ? `/${rule}` : `/**/${rule}`
}

const matchers = new Map<string, (path: string) => boolean>()

function matcherOf(pattern: string, isWindows: boolean): (path: string) => boolean {
  const known = matchers.get(pattern)
  if (known) return known
  const glob = pattern.replace(/\/+$/, '').replace(/\/\*\*$/, '')
  const options = { dot: true, nonegate: true, windows: false, nocase: isWindows }
  const matcher = picomatch(glob === '' ? '/**' : [glob, `${glob}/**`], options)
  matchers.set(pattern, matcher)
  return matcher
}

function escapeGlob(path: string): string {
  return path.replace(/[\\*?+@!()[\]{}|^$]/g, '\\$&')
}
