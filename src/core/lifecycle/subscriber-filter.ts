/** Which subscribers an event is for. */
import type { Subscriber } from '../../contract/subscriber.ts'
import type { LifecycleType } from '../../contract/vocabulary.ts'
import type { LifecycleProject } from '../ports/lifecycle-facts.ts'
import { matchesIdentityRule, matchesPathRule } from '../project/disabled.ts'

/** Where something happened, as far as it is known. */
export interface Whereabouts {
  readonly project: LifecycleProject | undefined
  readonly folder: string | undefined
}

export function wants({ events }: Subscriber, type: LifecycleType): boolean {
  return events.includes(type)
}

/** A subscriber that names projects gets nothing from elsewhere, nor what belongs to no project. */
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
