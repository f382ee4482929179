/** A page as Markdown: what was compiled, and between it what the person wrote there. */
import type { Item, OwnContent, Page, Passage } from '../model.ts'
import { renderStatement, splitLines, withoutBlankEnds } from './block-text.ts'
import { renderGenerated } from './generated-lines.ts'
import { renderPageFrontMatter } from './page-front-matter.ts'
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
      list.push(renderGenerated(item))
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
