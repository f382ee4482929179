/** Findings that the text of the pages shows: links, names, sizes, front matter. */

import type { OutputOf } from '../../../contract/operations/index.ts'
import { createLinkResolver, type LinkablePage } from '../format/links.ts'
import type { PageFault, PageLink, PagePath, ParsedPage } from '../model.ts'

export type WikiFinding = OutputOf<'lintWiki'>['findings'][number]

export interface LintedPage {
  readonly path: PagePath
  readonly text: string
  readonly parsed: ParsedPage
}

/** Nobody reads more than this in one go. */
const longestPage = 60_000
const mostStatements = 150

export function lintPages(pages: readonly LintedPage[]): WikiFinding[] {
  const resolve = createLinkResolver(pages.map(toLinkable))
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const linked = new Set<PagePath>()
  const findings: WikiFinding[] = []
  for (const page of pages) {
    const { path, parsed } = page
    for (const link of parsed.links) {
      const target = resolve(link.target, path)
      if (target !== undefined && target !== path) linked.add(target)
      const what = whatIsBroken(link, target === undefined ? undefined : byPath.get(target))
      if (what === undefined) continue
      const isInStatement = isPartOfStatement(link.line, parsed)
      if (isInStatement && !isSurelyLink(link)) continue
      findings.push({ kind: 'broken-link', path, line: link.line, what, canFix: !isInStatement })
    }
    findings.push(...parsed.faults.map((fault) => describeFault(path, fault)), ...sizeOf(page))
  }
  for (const { path } of pages) {
    if (path === 'index.md' || linked.has(path)) continue
    findings.push({ kind: 'orphan', path, line: 1, what: 'no page links to it', canFix: false })
  }
  return findings
}

export function toLinkable({ path, parsed }: Pick<LintedPage, 'path' | 'parsed'>): LinkablePage {
  const aliases = [parsed.frontMatter?.aliases].flat().filter((each) => typeof each === 'string')
  const title = parsed.frontMatter?.title
  return { path, title: typeof title === 'string' ? title : (parsed.title ?? path), aliases }
}

function whatIsBroken({ target, anchor }: PageLink, page: LintedPage | undefined) {
  if (!page) return `[[${target}]] leads to no page`
  if (anchor === undefined || page.parsed.blocks.some((block) => block.anchor === anchor)) return
  return `[[${target}#^${anchor}]]: ${page.path} has no such statement`
}

/** In statements about code, two brackets need not be a link. */
const isSurelyLink = ({ target, alias, anchor }: PageLink) =>
  alias !== undefined || anchor !== undefined || target.includes('/')

function isPartOfStatement(line: number, { blocks }: ParsedPage): boolean {
  return blocks.some(
    ({ line: first, text }) => line >= first && line < first + text.split('\n').length,
  )
}

function describeFault(path: PagePath, { line, what }: PageFault): WikiFinding {
  if (what === 'anchor-twice') {
    const said = 'this anchor is on the page twice; delete one of the two statements'
    return { kind: 'repeated-anchor', path, line, what: said, canFix: false }
  }
  const said = 'the front matter cannot be read; it is kept as text'
  return { kind: 'front-matter', path, line, what: said, canFix: false }
}

function sizeOf({ path, text, parsed }: LintedPage): WikiFinding[] {
  const statements = parsed.blocks.length
  const isLong = text.length > longestPage || statements > mostStatements
  if (!isLong) return []
  const kilobytes = Math.round(text.length / 1000)
  const what = `${statements} statements in ${kilobytes} KB are too many for one page`
  return [{ kind: 'oversize', path, line: 1, what, canFix: false }]
}

export function inPageOrder(findings: readonly WikiFinding[]): WikiFinding[] {
  return findings.toSorted(
    (a, b) => compare(a.path, b.path) || a.line - b.line || compare(a.kind, b.kind),
  )
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
