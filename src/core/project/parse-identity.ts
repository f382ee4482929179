/** The identity somebody means: as it is shown, or as an address that git would take. */
import { normaliseOverride } from './normalise-override.ts'
import { normaliseRemote } from './normalise-remote.ts'

/** @returns undefined for what no folder can be known by; credentials are left behind */
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

/** `github.com/acme/widgets`, `gitserver/acme/widgets`; of `acme/widgets` nobody knows the site. */
function namesSite(text: string): boolean {
  if (text.includes('://')) return false
  return /^[^/]*[^/.][.:][^/]*\//.test(text) || /^[\w-]+(\/[^/]+){2}/.test(text)
}
