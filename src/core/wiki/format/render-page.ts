/** A page as Markdown: the compiled lines, and between them what the person wrote. */

import { splitLines } from '../../../contract/page-lines.ts'
import type { JsonObject } from '../../model/json.ts'
import { readFrontMatter, writeFrontMatter } from '../../text/front-matter.ts'
import type { Item, OwnContent, Page, Passage } from '../model.ts'
import { renderStatement, withoutBlankEnds } from './block-text.ts'
import { renderGenerated } from './generated-lines.ts'
import { notesHeading } from './sections.ts'

const nothingOwn: OwnContent = { passages: [], frontMatter: {} }

export function renderPage(page: Page, own: OwnContent = nothingOwn): string {
  const passages = passagesByPlace(own.passages)
  const take = (place: string) => {
    const found = passages.get(place) ?? []
    passages.delete(place)
    return found
  }
  const sections = page.sections.flatMap(({ heading, items }) => [
    ...(heading === '' ? [] : [`## ${heading}`]),
    ...take(placeOf({ heading })),
    ...renderItems(items, take),
    ...take(placeOf({ heading, atEnd: true })),
  ])
  const top = take(placeOf(undefined))
  const homeless = [...passages.values()].flat()
  const notes = homeless.length === 0 ? [] : [`## ${notesHeading}`, ...homeless]
  const title = `# ${page.title.replace(/\s+/g, ' ').trim()}`
  const frontMatter = renderPageFrontMatter(page, own.frontMatter)
  const introduction = page.introduction === undefined ? [] : [page.introduction]
  return `${[frontMatter, title, ...introduction, ...top, ...sections, ...notes].join('\n\n')}\n`
}

/** Neighbouring items without a blank line between them are one list. */
function renderItems(items: readonly Item[], take: (place: string) => string[]): string[] {
  const parts: string[] = []
  let list: string[] = []
  for (const item of items) {
    if (item.type === 'generated') {
      list.push(...renderGenerated(item))
      continue
    }
    list.push(...renderStatement(item))
    const passages = take(placeOf({ anchor: item.anchor }))
    if (passages.length === 0) continue
    parts.push(list.join('\n'), ...passages)
    list = []
  }
  return list.length === 0 ? parts : [...parts, list.join('\n')]
}

function passagesByPlace(passages: readonly Passage[]): Map<string, string[]> {
  const byPlace = new Map<string, string[]>()
  for (const { after, text } of passages) {
    const clean = withoutBlankEnds(splitLines(text)).join('\n')
    if (clean === '') continue
    const place = placeOf(after)
    byPlace.set(place, [...(byPlace.get(place) ?? []), clean])
  }
  return byPlace
}

function placeOf(after: Passage['after']): string {
  if (!after) return 'top'
  if ('anchor' in after) return `^${after.anchor}`
  return `${after.atEnd ? 'end' : 'start'} of ${after.heading}`
}

const compiled = ['title', 'type', 'aliases', 'tags', 'updated', 'sources']
const member = /^([\w.@-]+):(?=\s|$)/

/** The compiler's members, then the person's own exactly as written, whatever YAML that is. */
function renderPageFrontMatter(page: Page, own: Readonly<Record<string, unknown>>): string {
  const { title, type, updated } = page
  const written = writeFrontMatter({
    ...{ title, type, updated },
    aliases: page.aliases.length > 0 ? [...page.aliases] : undefined,
    tags: page.tags.length > 0 ? [...page.tags] : undefined,
    sources: updated === undefined ? undefined : page.sources,
  })
  const lines = Object.entries(ownFrontMatter(own)).map(([name, text]) =>
    name === '' ? text : `${name}:${text}`,
  )
  return [written.replace(/\n---\n$/, ''), ...lines, '---'].join('\n')
}

/** The members that the compiler does not write, as text. Comments are the member without a name. */
export function ownFrontMatter(
  members: Readonly<Record<string, unknown>> | undefined,
): Record<string, string> {
  const own = Object.entries(members ?? {}).filter(([name]) => !compiled.includes(name))
  return Object.fromEntries(own.map(([name, text]) => [name, String(text)]))
}

/** @returns undefined if it cannot be read */
export function readPageFrontMatter(lines: readonly string[]): Record<string, unknown> | undefined {
  const members = new Map<string, string[]>()
  let name = ''
  for (const line of lines) {
    const found = member.exec(line)
    const isComment = line.startsWith('#')
    const isStray = name === '' && line.trim() !== ''
    if (!found && !isComment && (isStray || !/^(?:\s|- |-?$)/.test(line))) return undefined
    if (found) name = found[1] ?? ''
    const key = isComment ? '' : name
    const text = found ? line.slice(name.length + 1) : line
    if (key !== '' || text !== '') members.set(key, [...(members.get(key) ?? []), text])
  }
  const texts = Object.fromEntries([...members].map(([key, parts]) => [key, parts.join('\n')]))
  return { ...ownFrontMatter(texts), ...readCompiled(texts) }
}

function readCompiled(texts: Readonly<Record<string, string>>): JsonObject {
  const lines = compiled.flatMap((name) => (name in texts ? [`${name}:${texts[name]}`] : []))
  return readFrontMatter(['---', ...lines, '---', ''].join('\n')).fields
}
