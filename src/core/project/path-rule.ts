/** Path globs in the configuration; each matches a folder and everything inside. */
import picomatch from 'picomatch'
import { comparablePath, isAbsolutePath, isWindowsPath, isWithin } from '../model/folder-path.ts'

/** Starts like a path or with a star; anything else is a project identity. */
export function isPathRule(rule: string): boolean {
  return isAbsolutePath(rule) || /^(~($|[\\/])|\*)/.test(rule)
}

export function pathRuleMatches(rule: string, folder: string, userHome: string): boolean {
  const isBelowHome = rule.startsWith('~')
  const isWindows = isWindowsPath(isBelowHome ? userHome : rule)
  const place = anchored(isWindows ? rule.replaceAll('\\', '/') : rule)
  // Compared literally first, so that brackets in a folder name need no escape.
  if (isWithin(folder, isBelowHome ? userHome + place.slice(1) : place)) return true
  const pattern = isBelowHome ? escapeGlob(comparablePath(userHome)) + place.slice(1) : place
  return matcherOf(pattern, isWindows)(comparablePath(folder))
}

// `*-private` and `**/secret` match at any depth.
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

const escapeGlob = (path: string) => path.replace(/[\\*?+@!()[\]{}|^$]/g, '\\$&')

/** A folder's name in the setting `projectNames`; the first matching glob wins. */
export function findProjectName(
  folder: string,
  projectNames: Readonly<Record<string, string>>,
  userHome: string,
): string | undefined {
  return Object.entries(projectNames).find(
    ([rule]) => isPathRule(rule) && pathRuleMatches(rule, folder, userHome),
  )?.[1]
}
