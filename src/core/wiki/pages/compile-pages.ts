/** Compiles pages: the same input always gives the same pages, whatever was there before. */
import type { Page, PagePath } from '../model.ts'
import { compileIndex } from './compile-index.ts'
import { compileSections } from './compile-sections.ts'
import { createPageFacts } from './page-facts.ts'
import { planWiki } from './plan-wiki.ts'
import type { WikiInput } from './wiki-input.ts'
import type { WikiPlan } from './wiki-plan.ts'

export interface CompiledWiki {
  readonly plan: WikiPlan
  readonly pages: readonly Page[]
}

/** @param which only these, if given */
export function compilePages(input: WikiInput, which?: ReadonlySet<PagePath>): CompiledWiki {
  const plan = planWiki(input)
  return { plan, pages: compilePlanned(input, plan, which) }
}

export function compilePlanned(
  input: WikiInput,
  plan: WikiPlan,
  which?: ReadonlySet<PagePath>,
): Page[] {
  const facts = createPageFacts(input, plan)
  return [...plan.pages.values()].flatMap((planned) => {
    if (which && !which.has(planned.path)) return []
    if (planned.type === 'index') return [compileIndex(planned, facts)]
    const { path, type, title, aliases } = planned
    return [
      {
        ...{ path, type, title, aliases },
        summary: facts.summaryOf(planned),
        tags: facts.tagsOf(planned),
        updated: input.place === 'local' ? facts.updatedOf(planned) : undefined,
        sources: facts.sourcesOf(planned),
        sections: compileSections(planned, facts).filter(({ items }) => items.length > 0),
      },
    ]
  })
}
