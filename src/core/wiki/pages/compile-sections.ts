/** The sections of a page by its type. */
import { plainName } from '../../../contract/team/author-name.ts'
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { type Memory, shortId } from '../../model/memory.ts'
import type { PageHeading } from '../format/sections.ts'
import type { GeneratedLine, Item, PageStatement, Section } from '../model.ts'
import type { PageFacts } from './page-facts.ts'
import type { PlannedPage } from './wiki-plan.ts'

const headingOfKind: Readonly<Record<MemoryKind, PageHeading>> = {
  decision: 'Decision',
  rule: 'Rules',
  correction: 'Rules',
  preference: 'Preferences',
  fact: 'What holds',
  procedure: 'How to',
  fix: 'Fixes',
  workaround: 'Fixes',
  reference: 'References',
}

export function compileSections(page: PlannedPage, facts: PageFacts): Section[] {
  if (page.type === 'daily') return compileDay(page, facts)
  if (page.type === 'connection') {
    return [mentionsOf(page, facts, 'Rests on'), seeAlso(page.links.map(facts.linkToPage))]
  }
  if (page.type === 'decision') return compileDecision(page, facts)
  return [
    section('Decisions', decisionLines(page, facts)),
    ...statementSections(page, facts),
    seeAlso([...page.links.map(facts.linkToPage), ...page.mentions.map(facts.linkTo)]),
    linkedFrom(page, facts),
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

function compileDecision(page: PlannedPage, facts: PageFacts): Section[] {
  const [old] = page.mentions.flatMap((id) => facts.memory(id) ?? [])
  const [valid] = page.statements.flatMap((id) => facts.memory(id) ?? [])
  return [
    ...statementSections(page, facts),
    section('Status', old ? replacedLines(old, facts) : valid ? [holdsLine(valid, facts)] : []),
    section('Replaces', decisionLines(page, facts)),
    seeAlso(page.links.map(facts.linkToPage)),
    linkedFrom(page, facts),
  ]
}

function replacedLines({ supersededBy, validTo, content }: Memory, facts: PageFacts): string[] {
  const until = validTo === undefined ? '' : ` on ${facts.input.dayOf(validTo)}`
  const isKnown = supersededBy !== undefined && facts.plan.homes.has(supersededBy)
  const by = isKnown ? ` by ${facts.linkTo(supersededBy)}` : ''
  return [`Replaced${until}${by}`, `Until then: ${content}`]
}

function holdsLine({ validFrom }: Memory, facts: PageFacts): string {
  return `Holds since ${facts.input.dayOf(validFrom)}`
}

function decisionLines(page: PlannedPage, facts: PageFacts): string[] {
  const memories = page.decisions.flatMap((id) => facts.memory(id) ?? []).sort(byAge)
  return memories.map(({ id, validFrom, validTo }) => {
    const line = `${facts.input.dayOf(validFrom)} ${facts.linkInFull(id)}`
    return validTo === undefined ? line : `${line} (replaced)`
  })
}

function compileDay(page: PlannedPage, facts: PageFacts): Section[] {
  const lines = facts
    .sessionsOf(page.title)
    .map(({ title, results, host }) =>
      [`${title} (${host})`, results.join('; ')].filter(Boolean).join(': '),
    )
  return [section('Sessions', lines), mentionsOf(page, facts, 'Learned')]
}

function mentionsOf(page: PlannedPage, facts: PageFacts, heading: PageHeading): Section {
  return section(heading, page.mentions.map(facts.linkTo))
}

const seeAlso = (lines: readonly string[]) => section('See also', lines)

function linkedFrom(page: PlannedPage, facts: PageFacts): Section {
  return section('Linked from', facts.linkedFrom(page).map(facts.linkToPage))
}

function section(heading: PageHeading, lines: readonly string[]): Section {
  const toLine = (text: string): GeneratedLine => ({ type: 'generated', text })
  const items: readonly Item[] = [...new Set(lines)].map(toLine)
  return { heading, items }
}

function byAge(a: Memory, b: Memory): number {
  if (a.validFrom !== b.validFrom) return a.validFrom < b.validFrom ? -1 : 1
  return shortId(a.id) < shortId(b.id) ? -1 : 1
}
