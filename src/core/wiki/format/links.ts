/** Links between pages: `[[target]]`, `[[target|alias]]`, `[[target#^anchor]]`. */

import { isReservedName, slug } from '../../text/slug.ts'
import type { PageLink, PagePath } from '../model.ts'
import { createCodeTracker } from './sections.ts'

const link = /\[\[([^[\]\s][^[\]]*)\]\]/g

/** @param firstLine the number of the first of these lines on its page */
export function parseLinks(lines: readonly string[], firstLine: number): PageLink[] {
  const links: PageLink[] = []
  const isCode = createCodeTracker(lines)
  for (const [n, line] of lines.entries()) {
    if (isCode(n)) continue
    const prose = line.replace(/(`{1,3})[^`]*\1/g, '')
    for (const [, inner = ''] of prose.matchAll(link)) {
      links.push({ ...readLink(inner), line: firstLine + n })
    }
  }
  return links
}

export function readLink(inner: string): Omit<PageLink, 'line'> {
  const bar = inner.indexOf('|')
  const alias = bar < 0 ? undefined : inner.slice(bar + 1).trim()
  const place = bar < 0 ? inner : inner.slice(0, bar)
  const hash = place.indexOf('#')
  const target = (hash < 0 ? place : place.slice(0, hash)).trim()
  const part = hash < 0 ? '' : place.slice(hash + 1).trim()
  return { target, anchor: part.startsWith('^') ? part.slice(1) : undefined, alias }
}

/** @param label shown instead of the target, without characters that would end the link */
export function renderLink(path: PagePath, label?: string, anchor?: string): string {
  const target = path.replace(/\.md$/, '') + (anchor === undefined ? '' : `#^${anchor}`)
  const shown = label?.replace(/[[\]|\s]+/g, ' ').trim()
  return shown ? `[[${target}|${shown}]]` : `[[${target}]]`
}

export interface LinkablePage {
  readonly path: PagePath
  readonly title: string
  readonly aliases: readonly string[]
}

export type ResolveLink = (target: string, from: PagePath) => PagePath | undefined

/**
 * Links lead to pages of this wiki only: by path, otherwise by file name, title or alias, ignoring
 * case. If several pages have the name, the link means the first by path.
 */
export function createLinkResolver(pages: readonly LinkablePage[]): ResolveLink {
  const byPath = new Map(pages.map(({ path }) => [path.toLowerCase(), path]))
  const byName = new Map<string, PagePath>()
  const sorted = pages.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const namesOf = [
    ({ path }: LinkablePage) => [path.replace(/^.*\//, '').replace(/\.md$/, '')],
    ({ title }: LinkablePage) => [title],
    ({ aliases }: LinkablePage) => aliases,
  ]
  for (const names of namesOf) {
    for (const page of sorted) {
      for (const name of names(page)) {
        const key = name.toLowerCase()
        if (!byName.has(key)) byName.set(key, page.path)
      }
    }
  }
  return (target, from) => {
    if (target === '') return from
    const path = toPagePath(target)
    if (path === undefined) return undefined
    return byPath.get(path.toLowerCase()) ?? byName.get(target.trim().toLowerCase())
  }
}

const nameLimit = 80

/** A file name that every file system accepts. */
export function pageSlug(name: string, limit = nameLimit): string {
  return slug(name, limit, 'page')
}

/**
 * The path of the page that a link or key means; undefined if it would leave the wiki's folder. Only
 * forward slashes; no `..`, hidden or reserved names, drives or control characters.
 */
export function toPagePath(target: string): PagePath | undefined {
  const path = target.trim().normalize('NFC').replace(/\.md$/i, '')
  const parts = path.split('/')
  return parts.every(isSafePart) ? `${path}.md` : undefined
}

function isSafePart(part: string): boolean {
  if (part === '' || part.length > 4 * nameLimit) return false
  const [stem = ''] = part.toLowerCase().split('.', 1)
  if (isReservedName(stem.trim())) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  return !/^\.|[. ]$|^ |[\\:*?"<>|\u0000-\u001f\u007f]/.test(part)
}
