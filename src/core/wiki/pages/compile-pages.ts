/** Compiles pages: the same input always gives the same pages, whatever was there before. */

import { finish, type Steps } from '../../jobs/steps.ts'
import type { Page, PagePath } from '../model.ts'
import { compileIndex } from './compile-index.ts'
import { compileSections } from './compile-sections.ts'
import { createPageFacts, type PageFacts } from './page-facts.ts'
import { planWiki } from './plan-wiki.ts'
import type { WikiInput } from './wiki-input.ts'
import type { PlannedPage, WikiPlan } from './wiki-plan.ts'

export interface CompiledWiki {
  readonly plan: WikiPlan
  readonly pages: readonly Page[]
}

/** @param which only these, if given */
export function compilePages(input: WikiInput, which?: ReadonlySet<PagePath>): CompiledWiki {
  const plan = finish(planWiki(input))
  return { plan, pages: finish(compilePlanned(input, plan, which)) }
}

/** @param known pages that are not compiled, for the index */
export function* compilePlanned(
  input: WikiInput,
  plan: WikiPlan,
  which?: ReadonlySet<PagePath>,
  known?: ReadonlyMap<PagePath, Page>,
): Steps<Page[]> {
  const facts = createPageFacts(input, plan)
  const pages = new Map<PagePath, Page>()
  const summaryOf = (page: PlannedPage) =>
    (pages.get(page.path) ?? known?.get(page.path))?.summary ?? facts.summaryOf(page)
  // The index comes last and uses what the others say.
  for (const planned of which ? chosen(plan, which) : plan.pages.values()) {
    yield
    const isIndex = planned.type === 'index'
    const page = isIndex ? compileIndex(planned, facts, summaryOf) : compilePage(planned, facts)
    pages.set(page.path, page)
  }
  return [...pages.values()]
}

/** In any order but the index last. */
function chosen({ pages }: WikiPlan, which: ReadonlySet<PagePath>): PlannedPage[] {
  const found = [...which].flatMap((path) => pages.get(path) ?? [])
  const isIndex = ({ type }: PlannedPage) => type === 'index'
  return [...found.filter((page) => !isIndex(page)), ...found.filter(isIndex)]
}

function compilePage(planned: PlannedPage, facts: PageFacts): Page {
  const { path, type, title, aliases } = planned
  return {
    ...{ path, type, title, aliases },
    summary: facts.summaryOf(planned),
    tags: facts.tagsOf(planned),
    updated: facts.input.place === 'local' ? facts.updatedOf(planned) : undefined,
    sources: facts.sourcesOf(planned),
    sections: compileSections(planned, facts).filter(({ items }) => items.length > 0),
  }
}
