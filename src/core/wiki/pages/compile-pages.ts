/** Compiles pages: the same input always gives the same pages. */

import { plainName } from '../../../contract/team/author-name.ts'
import { type MemoryKind, nameAgent } from '../../../contract/vocabulary.ts'
import { finish, type Steps } from '../../jobs/yield-to-event-loop.ts'
import { type Memory, shortId } from '../../model/memory.ts'
import { isActionWord, isEverydayWord, isStopWord } from '../../text/common-words.ts'
import { tokenise } from '../../text/tokenise.ts'
import { renderLink } from '../format/links.ts'
import type { PageHeading } from '../format/sections.ts'
import type { GeneratedLine, Item, Page, PagePath, PageStatement, Section } from '../model.ts'
import { createPageFacts, type PageFacts } from './page-facts.ts'
import { everythingElse, planWiki } from './plan-wiki.ts'
import { readDecision } from './read-decision.ts'
import type { PlannedPage, WikiInput, WikiPlan } from './wiki-plan.ts'

/** @param which only these, if given */
export function compilePages(input: WikiInput, which?: ReadonlySet<PagePath>) {
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
  // The index comes last and uses the others' summaries.
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
  const { path, type, title, aliases, related } = planned
  return {
    ...{ path, type, title, aliases },
    summary: facts.summaryOf(planned),
    tags: facts.tagsOf(planned),
    updated: facts.input.place === 'local' ? facts.updatedOf(planned) : undefined,
    sources: facts.sourcesOf(planned),
    ...(related && { related }),
    sections: compileSections(planned, facts).filter(({ items }) => items.length > 0),
  }
}

/** The catalogue: one line for every page and every decision. */
function compileIndex(
  { path, title }: PlannedPage,
  facts: PageFacts,
  summaryOf: (page: PlannedPage) => string,
): Page {
  const pages = Map.groupBy(facts.plan.pages.values(), ({ type }) => type)
  const list = (listed: readonly PlannedPage[] = []) =>
    listed.map((page) => lineOf(page, summaryOf(page)))
  const sections: readonly Section[] = [
    { heading: 'Concepts', items: list(everythingElseLast(pages.get('concept'))) },
    section('Decisions', decisionsOf(facts)),
    { heading: 'Days', items: list(pages.get('daily')?.toReversed()) },
  ]
  return {
    ...{ path, title, type: 'index', summary: '', tags: [], aliases: [] },
    updated: undefined,
    sources: facts.input.memories.length,
    sections: sections.filter(({ items }) => items.length > 0),
  }
}

function everythingElseLast(pages: readonly PlannedPage[] = []): readonly PlannedPage[] {
  const isOther = ({ path }: PlannedPage) => path.startsWith(everythingElse.replace('.md', ''))
  return [...pages.filter((page) => !isOther(page)), ...pages.filter(isOther)]
}

/** The latest first, on a page of their own or not. */
function decisionsOf({ input, linkTo }: PageFacts): readonly string[] {
  const decisions = [...input.memories, ...input.replaced].filter(({ kind }) => kind === 'decision')
  return decisions
    .sort((a, b) => byAge(b, a))
    .map(({ id, validFrom, validTo }) => {
      const line = `${linkTo(id)} · ${input.dayOf(validFrom)}`
      return validTo === undefined ? line : `${line} (replaced)`
    })
}

/** Most pages are planned as they were, and have the same line again. */
const lines = new WeakMap<PlannedPage, { readonly summary: string; readonly line: GeneratedLine }>()

function lineOf(page: PlannedPage, summary: string): GeneratedLine {
  const known = lines.get(page)
  if (known?.summary === summary) return known.line
  const line: GeneratedLine = { type: 'generated', text: toLine(page, summary) }
  lines.set(page, { summary, line })
  return line
}

function toLine({ path, title }: PlannedPage, summary: string): string {
  return `${renderLink(path, title)}${summary === '' ? '' : ` · ${summary}`}`
}

const headingOfKind: Readonly<Record<MemoryKind, PageHeading>> = {
  decision: 'Decisions',
  rule: 'Rules',
  correction: 'Rules',
  preference: 'Preferences',
  fact: 'Facts',
  procedure: 'How to',
  fix: 'Fixes',
  workaround: 'Fixes',
  reference: 'References',
}

function compileSections(page: PlannedPage, facts: PageFacts): Section[] {
  if (page.type === 'daily') return compileDay(page, facts)
  if (page.type === 'decision') return compileDecision(page, facts)
  const [decisions, ...others] = statementSections(page, facts)
  const withPages = section('Decisions', decisionLines(page, facts))
  return [
    { ...withPages, items: [...(decisions?.items ?? []), ...withPages.items] },
    ...others,
    seeAlso([...page.links.map(facts.linkToPage), ...page.mentions.map(facts.linkTo)]),
  ]
}

function statementSections(page: PlannedPage, facts: PageFacts): Section[] {
  const memories = page.statements.flatMap((id) => facts.memory(id) ?? []).sort(byAge)
  const byHeading = Map.groupBy(memories, ({ kind }) => headingOfKind[kind])
  const headings = new Set(Object.values(headingOfKind))
  return [...headings].map((heading) => ({
    heading,
    items: (byHeading.get(heading) ?? []).map((memory) => toStatement(memory, facts)),
  }))
}

function toStatement(memory: Memory, facts: PageFacts): PageStatement {
  const { id, kind, validFrom, content, author } = memory
  return {
    type: 'statement',
    anchor: shortId(id),
    kind,
    since: facts.input.dayOf(validFrom),
    text: content,
    ...(author && { author: plainName(author.name) }),
    disputes: facts.disputesOf(id),
  }
}

/** What was decided, why, what was rejected, where, and what replaced it. */
function compileDecision(page: PlannedPage, facts: PageFacts): Section[] {
  const [old] = page.mentions.flatMap((id) => facts.memory(id) ?? [])
  const [valid] = page.statements.flatMap((id) => facts.memory(id) ?? [])
  const memory = valid ?? old
  const { reasons, rejected } = readDecision(memory?.content ?? '')
  return [
    { heading: 'Decision', items: valid ? [toStatement(valid, facts)] : [] },
    section('Status', old ? replacedLines(old, facts) : []),
    section('Why', reasons),
    section('Rejected', rejected),
    section('Replaces', decisionLines(page, facts)),
    section('Session', memory ? originLines(memory, facts) : []),
    seeAlso(page.links.map(facts.linkToPage)),
  ]
}

function replacedLines({ supersededBy, validTo, content }: Memory, facts: PageFacts): string[] {
  const until = validTo === undefined ? '' : ` on ${facts.input.dayOf(validTo)}`
  const isKnown = supersededBy !== undefined && facts.plan.homes.has(supersededBy)
  const by = isKnown ? ` by ${facts.linkInFull(supersededBy)}` : ''
  return [`Replaced${until}${by}`, `Until then: ${content}`]
}

function originLines({ id, content }: Memory, facts: PageFacts): string[] {
  const origin = facts.originOf(id)
  if (!origin) return []
  const { session, asked } = origin
  const day = facts.input.dayOf(session.startedAt)
  const line = `${day} ${renderLink(`daily/${day}.md`, session.title)}`
  const isTitle = asked === undefined || session.title.startsWith(asked.slice(0, 40))
  return isTitle || !isAbout(asked, content) ? [line] : [line, `Asked for: “${asked}”`]
}

/** «I did an update, check again» says nothing about what was decided then. */
function isAbout(asked: string, decision: string): boolean {
  const terms = new Set(tokenise(decision))
  const isPlain = (term: string) => isStopWord(term) || isEverydayWord(term) || isActionWord(term)
  return tokenise(asked).some((term) => terms.has(term) && !isPlain(term))
}

function decisionLines(page: PlannedPage, facts: PageFacts): string[] {
  const memories = page.decisions.flatMap((id) => facts.memory(id) ?? []).sort(byAge)
  return memories.map(({ id, validFrom, validTo }) => {
    const line = `${facts.input.dayOf(validFrom)} ${facts.linkInFull(id)}`
    return validTo === undefined ? line : `${line} (replaced)`
  })
}

/** Each session with its summary and what was learned in it. */
function compileDay(page: PlannedPage, facts: PageFacts): Section[] {
  const sessions = facts.sessionsOf(page.title)
  const known = new Set(page.mentions)
  const items = sessions.map(({ title, host, results, learned }): GeneratedLine => {
    const links = learned.flatMap(({ id }) => {
      if (!known.delete(id)) return []
      return `Learned: ${facts.linkTo(id)}`
    })
    return {
      type: 'generated',
      text: `**${title}** (${nameAgent(host)})`,
      details: [...results, ...links],
    }
  })
  const others = page.mentions.filter((id) => known.has(id))
  return [{ heading: 'Sessions', items }, section('Learned', others.map(facts.linkTo))]
}

const seeAlso = (lines: readonly string[]) => section('See also', lines)

function section(heading: PageHeading, lines: readonly string[]): Section {
  const toLine = (text: string): GeneratedLine => ({ type: 'generated', text })
  const items: readonly Item[] = [...new Set(lines)].map(toLine)
  return { heading, items }
}

function byAge(a: Memory, b: Memory): number {
  if (a.validFrom !== b.validFrom) return a.validFrom < b.validFrom ? -1 : 1
  return shortId(a.id) < shortId(b.id) ? -1 : 1
}
