/** A project named by the user, against what the folder itself says. */
import { isPathRule, pathRuleMatches } from './path-rule.ts'

/** The name given to a folder by the setting `projectNames`; the first glob that matches wins. */
export function findProjectName(
  folder: string,
  projectNames: Readonly<Record<string, string>>,
  userHome: string,
): string | undefined {
  return Object.entries(projectNames).find(
    ([rule]) => isPathRule(rule) && pathRuleMatches(rule, folder, userHome),
  )?.[1]
}
