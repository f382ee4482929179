/** Which pages a change of memories rewrites. */
import type { PagePath } from '../model.ts'
import type { PlannedPage, WikiPlan } from './wiki-plan.ts'

/** Pages that are new, gone, arranged differently, or show one of the memories. */
export function pagesTouchedBy(
  changed: ReadonlySet<string>,
  before: WikiPlan,
  after: WikiPlan,
): Set<PagePath> {
  const touched = new Set<PagePath>()
  const incoming = before === after ? touched : changedTargets(before, after)
  const affected = before === after ? changed : withMoved(changed, before, after)
  const shows = showsOneOf(affected)
  after.pages.forEach((page, path) => {
    const known = before.pages.get(path)
    if (
      !known ||
      incoming.has(path) ||
      shows(page.statements) ||
      shows(page.decisions) ||
      shows(page.mentions) ||
      (known !== page && !isSamePage(known, page))
    ) {
      touched.add(path)
    }
  })
  if (before === after) return touched.size > 0 ? touched.add('index.md') : touched
  for (const path of before.pages.keys()) if (!after.pages.has(path)) touched.add(path)
  if (touched.size > 0) touched.add('index.md')
  return touched
}

/** This looks at all that every page shows, and a single one is found faster without a set. */
function showsOneOf(ids: ReadonlySet<string>): (shown: readonly string[]) => boolean {
  const [only] = ids
  if (ids.size === 1 && only !== undefined) return (shown) => shown.includes(only)
  return (shown) => shown.some((id) => ids.has(id))
}

function withMoved(
  changed: ReadonlySet<string>,
  { homes: before }: WikiPlan,
  { homes: after }: WikiPlan,
): Set<string> {
  const affected = new Set(changed)
  for (const [id, home] of after) if (before.get(id) !== home) affected.add(id)
  return affected
}

/** A plan with the page objects of the one before where they say the same. */
export function reusePages(before: WikiPlan, after: WikiPlan): WikiPlan {
  const pages = new Map<PagePath, PlannedPage>()
  for (const [path, page] of after.pages) {
    const known = before.pages.get(path)
    pages.set(path, known && isSamePage(known, page) ? known : page)
  }
  return { ...after, pages }
}

/** Pages that a link leads to which was not there before, is no longer, or has another title. */
function changedTargets(before: WikiPlan, after: WikiPlan): Set<PagePath> {
  const targets = new Set<PagePath>()
  const compare = (one: WikiPlan, other: WikiPlan) => {
    for (const [path, page] of one.pages) {
      if (page.type === 'index' || page.type === 'daily') continue
      const counterpart = other.pages.get(path)
      if (counterpart === page) continue
      const isSame = counterpart?.title === page.title
      if (isSame && isEqual(page.links, counterpart.links)) continue
      const known = new Set(isSame ? counterpart.links : [])
      for (const target of page.links) if (!known.has(target)) targets.add(target)
    }
  }
  compare(before, after)
  compare(after, before)
  return targets
}

function isSamePage(one: PlannedPage, other: PlannedPage): boolean {
  return (
    one.type === other.type &&
    one.title === other.title &&
    isEqual(one.aliases, other.aliases) &&
    isEqual(one.statements, other.statements) &&
    isEqual(one.decisions, other.decisions) &&
    isEqual(one.mentions, other.mentions) &&
    isEqual(one.links, other.links)
  )
}

function isEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, n) => each === b[n])
}
