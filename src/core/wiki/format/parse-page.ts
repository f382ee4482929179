/**
 * Reads a page after people edited it: statements by their anchors, new list items, and everything
 * else that the compiler did not write, as the person's own passages.
 */

import {
  anchorOf,
  isThematicBreak,
  splitLines,
  trimLineEnd,
  trimLineStart,
} from '../../../contract/page-lines.ts'
import type { PageFault, ParsedBlock, ParsedPage, Passage } from '../model.ts'
import { readBlock, withoutBlankEnds } from './block-text.ts'
import {
  type GeneratedLines,
  hashLine,
  isGeneratedItem,
  isIntroductionLine,
} from './generated-lines.ts'
import { parseLinks } from './links.ts'
import { findItems, type ListItem, startsItem } from './list-items.ts'
import { readPageFrontMatter } from './render-page.ts'
import { createFenceFinder, isCompiledHeading, kindOfSection } from './sections.ts'

/** Pages of these types have list items that become memories. */
const typesWithStatements = [undefined, 'concept', 'decision']

export function parsePage(text: string, generated: GeneratedLines): ParsedPage {
  const lines = splitLines(text.replace(/^\uFEFF/, ''))
  const head = readHead(lines)
  const reader = createReader(lines, head, generated)
  for (let at = head.end; at < lines.length; ) at = reader.read(at)
  const { blocks, passages, title, introduction } = reader.finish()
  return {
    frontMatter: head.members,
    title,
    introduction,
    blocks,
    passages,
    links: parseLinks(lines.slice(head.end), head.end + 1),
    faults: [...head.faults, ...repeatedAnchors(blocks)],
  }
}

interface Head {
  readonly members: Readonly<Record<string, unknown>> | undefined
  readonly end: number
  readonly faults: readonly PageFault[]
}

function readHead(lines: readonly string[]): Head {
  if (trimLineEnd(lines[0] ?? '') !== '---') return { members: undefined, end: 0, faults: [] }
  const end = lines.findIndex((line, n) => n > 0 && trimLineEnd(line) === '---')
  const members = end < 0 ? undefined : readPageFrontMatter(lines.slice(1, end))
  const faults: PageFault[] = members ? [] : [{ line: 1, what: 'front-matter' }]
  // Front matter that cannot be read stays where it is, as the person's own lines.
  return { members, end: members ? end + 1 : 0, faults }
}

function createReader(lines: readonly string[], head: Head, generated: GeneratedLines) {
  const blocks: ParsedBlock[] = []
  const passages: Passage[] = []
  const takesItems = typesWithStatements.includes(head.members?.type as string | undefined)
  let title: string | undefined
  let introduction: string | undefined
  let section = ''
  /** Below a heading that the person wrote, until the next line of ours. */
  let isOwn = false
  let after: Passage['after']
  let passage: { line: number; lines: string[]; fenceEnd?: number } | undefined

  const closePassage = () => {
    const text = withoutBlankEnds(passage?.lines ?? []).join('\n')
    if (passage && text !== '') passages.push({ after, text, line: passage.line })
    passage = undefined
  }
  const keep = (line: number, own: readonly string[]) => {
    for (const [n, each] of own.entries()) {
      if (!passage && trimLineEnd(each) === '') continue
      passage ??= { line: line + n, lines: [] }
      passage.lines.push(each)
    }
  }
  const isOurs = (line: string) => generated !== 'by-shape' && generated.has(hashLine(line))
  const findFenceEnd = createFenceFinder(lines, isOurs)

  function readItem(at: number): number {
    const { items, end } = findItems(lines, at)
    const [first, ...nested] = items
    if (first) readFirst(first)
    for (const item of nested) readOne(item)
    return end
  }

  function readFirst(item: ListItem) {
    const [line = '', ...others] = item.source.map(trimLineEnd)
    const isPerson = isOwn && generated === 'by-shape'
    const isGenerated = !isPerson && isGeneratedItem(line, section, generated)
    if (!isGenerated || readBlock(item.lines).anchor !== undefined) {
      readOne(item)
      return
    }
    closePassage()
    isOwn = false
    after = { heading: section, atEnd: true }
    keepOthers(item.at + 2, others)
  }

  /** Of the lines below a generated one, those that a person added. */
  function keepOthers(first: number, others: readonly string[]) {
    for (const [n, line] of others.entries()) if (!isOurs(line)) keep(first + n, [line])
  }

  function readOne({ at, lines: own, source }: ListItem) {
    const { anchor, isConflict, kind, text } = readBlock(own)
    const isBreak = anchor === undefined && isThematicBreak(source[0] ?? '')
    const isNew = takesItems && !isBreak && !isOwn && text !== '' && isStatementSection(section)
    if (anchor === undefined && !isNew) {
      keep(at + 1, source)
      return
    }
    closePassage()
    const meant = anchor === undefined ? (kind ?? kindOfSection(section)) : kind
    blocks.push({ anchor, isConflict, text, kind: meant, heading: section, line: at + 1 })
    isOwn = false
    if (anchor !== undefined) after = { anchor }
  }

  /** A statement whose dash was removed is still a statement. */
  function readParagraph(at: number): number {
    const own = passage?.lines ?? []
    const blank = own.findLastIndex((line) => trimLineEnd(line) === '') + 1
    const start = Math.max(blank, passage?.fenceEnd ?? 0)
    const paragraph = [...own.splice(start), lines[at] ?? '']
    readOne({ at: at + 1 - paragraph.length, lines: paragraph, source: paragraph })
    return at + 1
  }

  function readHeading(line: string, at: number): number {
    const [, marks = '', heading = ''] = /^(#{1,6})[ \t]+(.*)$/s.exec(line) ?? []
    if (marks === '#' && title === undefined && blocks.length === 0 && after === undefined) {
      closePassage()
      title = heading
    } else if (marks === '##' && isCompiledHeading(heading)) {
      closePassage()
      section = heading
      isOwn = false
      after = { heading }
    } else {
      isOwn = true
      keep(at + 1, [line])
    }
    return at + 1
  }

  return {
    /** @returns the index of the line to read next */
    read(at: number): number {
      const line = trimLineEnd(lines[at] ?? '')
      if (isIntroductionLine(line)) {
        introduction = line
        return at + 1
      }
      const anchored = anchorOf(line) !== undefined
      if (/^#{1,6}[ \t]/.test(line) && !anchored) return readHeading(line, at)
      if (startsItem(anchored ? trimLineStart(line) : line)) return readItem(at)
      if (anchored) return readParagraph(at)
      const fenceEnd = findFenceEnd(at)
      const end = fenceEnd ?? at + 1
      keep(at + 1, lines.slice(at, end))
      if (passage && fenceEnd !== undefined) passage.fenceEnd = passage.lines.length
      return end
    },
    finish() {
      closePassage()
      return { blocks, passages, title, introduction }
    },
  }
}

/** Also right below the title, where a page that a person made has its list items. */
function isStatementSection(heading: string): boolean {
  return heading === '' || kindOfSection(heading) !== undefined
}

function repeatedAnchors(blocks: readonly ParsedBlock[]): PageFault[] {
  const seen = new Set<string>()
  return blocks.flatMap(({ anchor, isConflict, line }) => {
    if (anchor === undefined) return []
    const name = isConflict ? `${anchor}-page` : anchor
    const isRepeated = seen.has(name)
    seen.add(name)
    return isRepeated ? [{ line, what: 'anchor-twice' as const }] : []
  })
}
