/** Pages of concepts, and of memories that belong to none. */
import type { PagePath } from '../model.ts'
import type { PlanContext } from './plan-context.ts'
import { type PlannedPage, planPage } from './wiki-plan.ts'

/** More links do not help the reader. */
const mostMentions = 30

export function* planConceptPages(context: PlanContext): Iterable<PlannedPage> {
  const { input, homes } = context
  const statements = input.memories.filter(({ kind }) => kind !== 'decision')
  const atHome = Map.groupBy(statements, ({ id }) => homes.get(id) ?? '')
  const keyOf = new Map([...context.conceptPaths].map(([key, path]) => [path, key]))
  const withoutOwn = [...context.conceptPaths.values()].filter((path) => !atHome.has(path))
  for (const path of [...atHome.keys(), ...withoutOwn]) {
    const ids = (atHome.get(path) ?? []).map(({ id }) => id)
    const [, base = path, month] = /^(.*)-(\d{4}-\d\d)\.md$/.exec(path) ?? []
    const key = keyOf.get(path) ?? (month === undefined ? undefined : keyOf.get(`${base}.md`))
    yield key === undefined ? planOther(path, ids) : planConcept(context, key, path, month, ids)
  }
}

function planConcept(
  context: PlanContext,
  key: string,
  path: PagePath,
  month: string | undefined,
  statements: readonly string[],
): PlannedPage {
  const { concepts, homes } = context
  const { name, aliases, members } = concepts.byKey.get(key) ?? {
    name: key,
    aliases: [],
    members: [],
  }
  const decisions: string[] = []
  const mentions: string[] = []
  for (const id of members) {
    const home = homes.get(id) ?? ''
    if (home.startsWith('decisions/')) decisions.push(id)
    else if (home !== path && mentions.length < mostMentions) mentions.push(id)
  }
  return planPage({
    path,
    type: 'concept',
    title: month === undefined ? name : `${name}, ${month}`,
    aliases,
    statements,
    decisions,
    mentions,
    links: relatedConcepts(context, key),
  })
}

/** The concepts that it shares most memories with. */
function relatedConcepts({ pairs, conceptPaths }: PlanContext, key: string): PagePath[] {
  return (pairs.related.get(key) ?? []).flatMap((other) => conceptPaths.get(other) ?? [])
}

function planOther(path: PagePath, statements: readonly string[]): PlannedPage {
  const [, kind = '', month] = /other-([a-z]+)(?:-(\d{4}-\d\d))?\.md$/.exec(path) ?? []
  const plural = kind.endsWith('x') ? `${kind}es` : `${kind}s`
  const title = month === undefined ? `Other ${plural}` : `Other ${plural}, ${month}`
  return planPage({ path, type: 'concept', title, statements })
}
