/** Which subscribers an event is for. */
import type { Subscriber } from '../../contract/setting-types.ts'
import type { LifecycleType } from '../../contract/vocabulary.ts'
import type { Project } from '../ports/projects.ts'
import { matchesIdentityRule, matchesPathRule } from '../project/disabled.ts'

/** Where something happened, if known. */
export interface Whereabouts {
  readonly project: (Project & { readonly aliases: readonly string[] }) | undefined
  readonly folder: string | undefined
}

export function wants({ events }: Subscriber, type: LifecycleType): boolean {
  return events.includes(type)
}

/** A subscriber that names projects gets only their events. */
export function isForPlace(
  { projects: rules }: Subscriber,
  { project, folder }: Whereabouts,
  userHome: string,
): boolean {
  if (rules.length === 0) return true
  const folders = [folder, project?.root].filter((path) => path !== undefined)
  if (folders.some((path) => matchesPathRule(path, rules, userHome))) return true
  return project ? matchesIdentityRule([project.identity, ...project.aliases], rules) : false
}
