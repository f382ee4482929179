/** Parses a project identity as we show it, or as a URL for git. */
import { normaliseOverride, normaliseRemote } from './normalise-remote.ts'

/** @returns the identity without credentials; undefined for text that identifies no project */
export function parseIdentity(given: string): string | undefined {
  const text = given.trim()
  const [, kind, rest] = /^(override|marker|path):(.*)$/s.exec(text) ?? []
  if (kind === 'override') {
    const name = normaliseOverride(rest)
    return name && `override:${name}`
  }
  if (kind !== undefined) return /^[\w-]{8,64}$/.test(rest ?? '') ? text : undefined
  const shown = namesSite(text) ? normaliseRemote(`https://${text}`) : undefined
  const identity = shown ?? normaliseRemote(text)
  return identity?.startsWith('file:') ? undefined : identity
}

/** `github.com/acme/widgets` or `gitserver/acme/widgets`, but not `acme/widgets`. */
function namesSite(text: string): boolean {
  if (text.includes('://')) return false
  return /^[^/]*[^/.][.:][^/]*\//.test(text) || /^[\w-]+(\/[^/]+){2}/.test(text)
}
