/** Parses a git remote into where the repository is, without credentials. */

export type RemoteAddress =
  | { readonly kind: 'local'; readonly path: string }
  | NetworkAddress
  /** Uses a custom remote helper, or is not understood. */
  | { readonly kind: 'unknown' }

export interface NetworkAddress {
  readonly kind: 'network'
  /** `ssh`, `http`, `https`, `git`, or whatever precedes `://`. */
  readonly scheme: string
  /** The account in an ssh address, which may be part of the path there (`~user`). */
  readonly account?: string
  readonly host: string
  readonly port?: string
  readonly segments: readonly string[]
  /** An ssh path that starts in the account's home folder. */
  readonly isHomeRelative: boolean
}

const unknown: RemoteAddress = { kind: 'unknown' }

export function parseRemoteAddress(url: string): RemoteAddress {
  const text = url.trim()
  if (text === '' || /\p{Cc}/u.test(text) || /^[a-z][a-z0-9+.-]*::/i.test(text)) return unknown
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(text) ?? []
  if (scheme !== undefined && rest !== undefined) {
    return scheme.toLowerCase() === 'file' ? parseFileUrl(rest) : parseUrl(scheme, rest)
  }
  if (/^([a-z]:)?[\\/]/i.test(text)) return { kind: 'local', path: text }
  return parseScpForm(text) ?? { kind: 'local', path: text }
}

/** Only for unmistakable addresses, not for `github.com/owner/repo` or a path. */
export function isRemoteAddress(text: string): boolean {
  return text.includes('://') || /^[^/]+@[^/]+:/.test(text)
}

function parseFileUrl(rest: string): RemoteAddress {
  const path = decode(rest).replace(/^localhost(?=\/)/i, '')
  if (/^\/[a-z]:/i.test(path)) return { kind: 'local', path: path.slice(1) }
  return { kind: 'local', path: path.startsWith('/') ? path : `//${path}` }
}

function parseUrl(scheme: string, rest: string): RemoteAddress {
  const [address = ''] = rest.split(/[?#]/)
  const slash = address.indexOf('/')
  if (slash <= 0) return unknown
  const authority = address.slice(0, slash)
  const segments = address.slice(slash).split('/').map(decodeSegment)
  // A password with an unescaped slash puts its tail here; git cannot use such an address either.
  if (segments.some((segment) => segment.lastIndexOf('@') > 0)) return unknown
  return network(scheme.toLowerCase(), authority, segments, false)
}

/** `[user@]host:path` with the colon before any slash, or `[host:port]:path`. */
function parseScpForm(text: string): RemoteAddress | undefined {
  const [, user = '', host, path] =
    /^([^/[]*@)?(\[[^\]/]+\]|[^:/@[\]]+):(?!\/\/)(.*)$/.exec(text) ?? []
  if (host === undefined || path === undefined) return undefined
  const inner = host.replace(/^\[|\]$/g, '')
  const isIpv6 = inner.split(':').length > 2
  const authority = user + (isIpv6 ? host : inner)
  return network('ssh', authority, path.split('/'), !path.startsWith('/'))
}

function network(
  scheme: string,
  authority: string,
  segments: readonly string[],
  isRelative: boolean,
): RemoteAddress {
  const at = authority.lastIndexOf('@')
  const [, host, port] =
    /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}._-]+)(?::(\d*))?$/iu.exec(authority.slice(at + 1)) ?? []
  if (host === undefined) return unknown
  const isSsh = /^(ssh|git\+ssh|ssh\+git)$/.test(scheme)
  const [account] = decode(authority.slice(0, Math.max(at, 0))).split(':')
  return {
    kind: 'network',
    scheme: isSsh ? 'ssh' : scheme,
    host: host.toLowerCase(),
    segments,
    isHomeRelative: isSsh && isRelative,
    ...(isSsh && account && { account }),
    ...(port && { port }),
  }
}

/** A decoded slash or control character would change what the path means. */
function decodeSegment(segment: string): string {
  const decoded = decode(segment)
  return /[/\p{Cc}]/u.test(decoded) ? segment : decoded
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
