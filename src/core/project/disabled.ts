/**
 * The setting `disabledProjects`: path globs and project identities. Path rules are checked before
 * git or a marker is read, identity rules afterwards.
 */
import picomatch from 'picomatch'
import { normaliseRemote } from './normalise-remote.ts'
import { isPathRule, pathRuleMatches } from './path-rule.ts'
import { isRemoteAddress } from './remote-address.ts'

/** Call with the folder as given and with its real path: a rule may name either. */
export function matchesPathRule(
  folder: string,
  rules: readonly string[],
  userHome: string,
): boolean {
  return rules
    .map(trimmed)
    .some((rule) => isPathRule(rule) && pathRuleMatches(rule, folder, userHome))
}

/** A rule may be a remote URL, contain `*`, or name an owner, which includes all its repositories. */
export function matchesIdentityRule(
  identities: readonly string[],
  rules: readonly string[],
): boolean {
  return rules
    .map(trimmed)
    .filter((rule) => rule !== '' && !isPathRule(rule))
    .some((rule) => identities.some(identityMatcher(rule)))
}

function identityMatcher(rule: string): (identity: string) => boolean {
  const pattern = ((isRemoteAddress(rule) && normaliseRemote(rule)) || rule).replace(/\/+$/, '')
  const options = { dot: true, nonegate: true, nocase: true, windows: false }
  const glob = picomatch([pattern, `${pattern}/**`], options)
  const plain = pattern.toLowerCase()
  return (identity) => identity.toLowerCase() === plain || glob(identity)
}

const trimmed = (rule: string) => rule.trim()
