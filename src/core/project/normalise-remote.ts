/**
 * Reduces all spellings of a repository's URL to one: `github.com/owner/repo`. Keeps the port on
 * loopback and for protocols other than ssh, where it may distinguish servers.
 */
import { isRemoteAddress, type NetworkAddress, parseRemoteAddress } from './remote-address.ts'

/** Hosts that ignore case in owners and repositories. */
const caseInsensitiveHosts = new Set([
  'bitbucket.org',
  'codeberg.org',
  'dev.azure.com',
  'github.com',
  'gitlab.com',
])

const hostAliases: Readonly<Record<string, string>> = {
  'altssh.bitbucket.org': 'bitbucket.org',
  'altssh.gitlab.com': 'gitlab.com',
  'ssh.dev.azure.com': 'dev.azure.com',
  'ssh.github.com': 'github.com',
  'vs-ssh.visualstudio.com': 'dev.azure.com',
}

const defaultPorts: Readonly<Record<string, string>> = {
  git: '9418',
  http: '80',
  https: '443',
  ssh: '22',
}

/** @returns undefined for an unknown or relative address; `file:` and the path for a local one */
export function normaliseRemote(url: string): string | undefined {
  const address = parseRemoteAddress(url)
  if (address.kind === 'local') return normaliseLocal(address.path)
  if (address.kind === 'unknown') return undefined
  const { host, segments } = settleSite(siteOf(address.host), pathOf(address), address.scheme)
  if (segments.length === 0) return undefined
  const path = withoutTokens(segments).join('/')
  const place = `${host}${portOf(address, host)}/${
    caseInsensitiveHosts.has(host) ? path.toLowerCase() : path
  }`
  return address.scheme in defaultPorts ? place : `${address.scheme}:${place}`
}

/** Some servers take an access token as a segment of the path; the repository's name stays. */
function withoutTokens(segments: readonly string[]): string[] {
  return segments.map((segment, index) =>
    index < segments.length - 1 && isToken(segment) ? '[redacted:url-token]' : segment,
  )
}

/** Long and mixed, unlike the name of an owner, group or project. */
function isToken(segment: string): boolean {
  const isMixed = /\d/.test(segment) && /[a-z]/.test(segment) && /[A-Z_]/.test(segment)
  return /^[\w.~-]{20,}$/.test(segment) && (isMixed || /^[a-f0-9]{32,}$/.test(segment))
}

function normaliseLocal(path: string): string | undefined {
  const isWindows = /^([a-z]:|\\\\)/i.test(path)
  const slashed = isWindows ? path.replaceAll('\\', '/') : path
  if (!/^([a-z]:)?\//i.test(slashed)) return undefined
  const [prefix = ''] = /^([a-z]:|\/(?=\/))?/i.exec(slashed) ?? []
  const segments = repositorySegments(slashed.slice(prefix.length).split('/'))
  return segments.length === 0 ? undefined : `file:${prefix.toLowerCase()}/${segments.join('/')}`
}

function siteOf(host: string): string {
  const bare = host.replace(/\.$/, '').replace(/^www\.(?=.*\.)/, '')
  // `github.com-work`: the usual ssh alias for a second account; no such domain can exist.
  const [, site] = /^(github\.com|gitlab\.com|bitbucket\.org)-/.exec(bare) ?? []
  return site ?? hostAliases[bare] ?? bare
}

function pathOf({ segments, account, isHomeRelative }: NetworkAddress): string[] {
  const path = repositorySegments(segments)
  if (account === undefined || account === 'git') return path
  if (path[0] === '~') return [`~${account}`, ...path.slice(1)]
  // On a plain ssh server `anna@host:site.git` and `ben@host:site.git` are two repositories.
  return isHomeRelative && path.length === 1 ? [`~${account}`, ...path] : path
}

/** Resolves dots and empty segments, and drops `.git`. */
function repositorySegments(segments: readonly string[]): string[] {
  const path: string[] = []
  for (const segment of segments) {
    if (segment === '..') path.pop()
    else if (segment !== '' && segment !== '.') path.push(segment)
  }
  const name = path.pop()?.replace(/\.git$/i, '')
  return name ? [...path, name] : path
}

/** Unifies the spellings of one site. */
function settleSite(
  host: string,
  segments: string[],
  scheme: string,
): { host: string; segments: string[] } {
  const [, organisation] = /^([^.]+)\.visualstudio\.com$/.exec(host) ?? []
  if (organisation !== undefined) {
    const path = segments[0]?.toLowerCase() === 'defaultcollection' ? segments.slice(1) : segments
    return { host: 'dev.azure.com', segments: azureSegments([organisation, ...path]) }
  }
  if (host === 'dev.azure.com') return { host, segments: azureSegments(segments) }
  // Bitbucket Server: /scm/team/repo by https is /team/repo by ssh.
  const isScm = scheme.startsWith('http') && segments[0] === 'scm' && segments.length > 2
  return { host, segments: isScm ? segments.slice(1) : segments }
}

/** `v3/org/project/repo` or `org/project/_git/repo`; a project's first repository has its name. */
function azureSegments(segments: readonly string[]): string[] {
  const path = segments[0] === 'v3' ? segments.slice(1) : [...segments]
  const git = path.indexOf('_git')
  if (git < 0) return path
  const owner = path.slice(0, git)
  const name = path.slice(git + 1).filter((part) => part !== '_full' && part !== '_optimized')
  return owner.length === 1 ? [...owner, ...name, ...name] : [...owner, ...name]
}

function portOf({ scheme, port }: NetworkAddress, host: string): string {
  if (port === undefined || port === defaultPorts[scheme]) return ''
  const isLoopback = /^(localhost|127\.[\d.]+|\[::1\])$/.test(host)
  return scheme === 'ssh' && !isLoopback ? '' : `:${port}`
}

/** A project that the user names: one line without control characters; a URL given as a name loses its credentials. */
export function normaliseOverride(name: string | undefined): string | undefined {
  const text = name?.replace(/[\s\p{Cc}]+/gu, ' ').trim() ?? ''
  const plain = isRemoteAddress(text) ? normaliseRemote(text) : text
  return plain ? plain.slice(0, 200) : undefined
}
