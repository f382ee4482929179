/** Repairs links that lead nowhere: to the page that is meant if its name tells, otherwise to plain words. */
import { createCodeTracker } from '../format/fences.ts'
import {
  createLinkResolver,
  type LinkablePage,
  type ResolveLink,
  readLink,
  renderLink,
} from '../format/links.ts'
import { pageSlug } from '../format/page-names.ts'
import type { PagePath } from '../model.ts'
import { type LintedPage, toLinkable } from './lint-pages.ts'

const codeOrLink = /(`{1,3})[^`]*\1|\[\[([^[\]\s][^[\]]*)\]\]/g

export type FixLinks = (page: LintedPage, brokenLines: ReadonlySet<number>) => string

export function createLinkFixer(pages: readonly LintedPage[]): FixLinks {
  const linkable = pages.map(toLinkable)
  const resolve = createLinkResolver(linkable)
  const bySlug = slugsOf(linkable)
  return ({ path, text }, brokenLines) => {
    const lines = text.split('\n')
    const isCode = createCodeTracker(lines)
    const fixed = lines.map((line, n) => {
      if (isCode(n) || !brokenLines.has(n + 1)) return line
      return line.replace(codeOrLink, (whole, _ticks, inner: string | undefined) =>
        inner === undefined ? whole : fixLink(whole, inner, path, resolve, bySlug),
      )
    })
    return fixed.join('\n')
  }
}

function fixLink(
  whole: string,
  inner: string,
  from: PagePath,
  resolve: ResolveLink,
  bySlug: ReadonlyMap<string, PagePath>,
): string {
  const { target, anchor, alias } = readLink(inner)
  const found = resolve(target, from)
  if (found !== undefined) return anchor === undefined ? whole : renderLink(found, alias ?? target)
  const meant = bySlug.get(pageSlug(target.replace(/^.*\//, '')))
  return meant === undefined ? (alias ?? target) : renderLink(meant, alias ?? target)
}

/** Only names that mean one page. */
function slugsOf(pages: readonly LinkablePage[]): Map<string, PagePath> {
  const named = pages.flatMap(({ path, title, aliases }) => {
    const names = [path.replace(/^.*\//, '').replace(/\.md$/, ''), title, ...aliases]
    return [...new Set(names.map((name) => pageSlug(name)))].map((slug) => ({ slug, path }))
  })
  const groups = Map.groupBy(named, ({ slug }) => slug)
  return new Map(
    [...groups].flatMap(([slug, [first, ...others]]) =>
      first && others.length === 0 ? [[slug, first.path] as const] : [],
    ),
  )
}
