/** Pages of concepts, and of memories that belong to none. */
import type { PagePath } from '../model.ts'
import type { PlanContext } from './plan-context.ts'
import { type PlannedPage, planPage } from './wiki-plan.ts'

/** More links do not help the reader. */
const mostMentions = 30
const mostLinks = 12

export function planConceptPages(context: PlanContext): PlannedPage[] {
  const { input, homes } = context
  const statements = input.memories.filter(({ kind }) => kind !== 'decision')
  const atHome = Map.groupBy(statements, ({ id }) => homes.get(id) ?? '')
  const keyOf = new Map([...context.conceptPaths].map(([key, path]) => [path, key]))
  const withoutOwn = [...context.conceptPaths.values()].filter((path) => !atHome.has(path))
  const paths = [...atHome.keys(), ...withoutOwn]
  return paths.map((path) => {
    const ids = (atHome.get(path) ?? []).map(({ id }) => id)
    const [, base = path, month] = /^(.*)-(\d{4}-\d\d)\.md$/.exec(path) ?? []
    const key = keyOf.get(path) ?? (month === undefined ? undefined : keyOf.get(`${base}.md`))
    return key === undefined ? planOther(path, ids) : planConcept(context, key, path, month, ids)
  })
}

function planConcept(
  context: PlanContext,
  key: string,
  path: PagePath,
  month: string | undefined,
  statements: readonly string[],
): PlannedPage {
  const { concepts, memories, homes } = context
  const { name, aliases, members } = concepts.byKey.get(key) ?? {
    name: key,
    aliases: [],
    members: [],
  }
  const others = members.filter((id) => homes.get(id) !== path)
  const isDecision = (id: string) => memories.get(id)?.kind === 'decision'
  return planPage({
    path,
    type: 'concept',
    title: month === undefined ? name : `${name}, ${month}`,
    aliases,
    statements,
    decisions: others.filter(isDecision),
    mentions: others.filter((id) => !isDecision(id)).slice(0, mostMentions),
    links: relatedConcepts(context, key),
  })
}

/** The concepts that it shares most memories with. */
function relatedConcepts({ pairs, conceptPaths }: PlanContext, key: string): PagePath[] {
  const closest = (pairs.related.get(key) ?? []).slice(0, mostLinks)
  return closest.flatMap(([other]) => conceptPaths.get(other) ?? [])
}

function planOther(path: PagePath, statements: readonly string[]): PlannedPage {
  const [, kind = '', month] = /other-([a-z]+)(?:-(\d{4}-\d\d))?\.md$/.exec(path) ?? []
  const plural = kind.endsWith('x') ? `${kind}es` : `${kind}s`
  const title = month === undefined ? `Other ${plural}` : `Other ${plural}, ${month}`
  return planPage({ path, type: 'concept', title, statements })
}
