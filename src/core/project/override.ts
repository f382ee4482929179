/** Projects the user names, overriding what the folder itself says. */
import { normaliseRemote } from './normalise-remote.ts'
import { isPathRule, pathRuleMatches } from './path-rule.ts'
import { isRemoteAddress } from './remote-address.ts'

/** The name of a folder in the setting `projectNames`; the first glob that matches wins. */
export function findProjectName(
  folder: string,
  projectNames: Readonly<Record<string, string>>,
  userHome: string,
): string | undefined {
  return Object.entries(projectNames).find(
    ([rule]) => isPathRule(rule) && pathRuleMatches(rule, folder, userHome),
  )?.[1]
}

/** One line without control characters; a URL given as a name loses its credentials. */
export function normaliseOverride(name: string | undefined): string | undefined {
  const text = name?.replace(/[\s\p{Cc}]+/gu, ' ').trim() ?? ''
  const plain = isRemoteAddress(text) ? normaliseRemote(text) : text
  return plain ? plain.slice(0, 200) : undefined
}
