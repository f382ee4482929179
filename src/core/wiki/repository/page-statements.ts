/** The statements on the pages of a repository's wiki, with anchors and ids that every clone computes. */

import { splitLines } from '../../../contract/page-lines.ts'
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import type { Hash } from '../../model/content-key.ts'
import type { PagePath } from '../model.ts'
import type { RepositoryPage } from './read-repository-pages.ts'

export interface PageCopy {
  readonly anchor: string
  readonly page: PagePath
  /** As the page has it. */
  readonly written: string
  readonly text: string
  readonly kind: MemoryKind | undefined
  /** The day it became true, if the page says so. */
  readonly since: string | undefined
}

/** By anchor, in the order of pages and lines; each text once. */
export function copiesByAnchor(
  pages: ReadonlyMap<PagePath, RepositoryPage>,
  hash: Hash,
): Map<string, PageCopy[]> {
  const found = new Map<string, PageCopy[]>()
  for (const [page, read] of pages) {
    const lines = splitLines(read.text)
    for (const { anchor, isConflict, text: written, kind, line } of read.parsed.blocks) {
      if (written === '') continue
      const isOwnAnchor = anchor !== undefined && !isConflict
      const copy: PageCopy = {
        anchor: isOwnAnchor ? anchor : anchorOfText(written, hash),
        text: fromOneLine(written),
        since: sinceOf(lines[line - 1] ?? ''),
        ...{ page, written, kind },
      }
      const copies = found.get(copy.anchor) ?? []
      if (!copies.some((other) => isSameCopy(other, copy))) copies.push(copy)
      found.set(copy.anchor, copies)
    }
  }
  return found
}

const isSameCopy = (one: PageCopy, other: PageCopy) =>
  one.written === other.written && (one.kind ?? other.kind) === (other.kind ?? one.kind)

/** Reads only the end, because a hostile line may be long. */
function sinceOf(line: string): string | undefined {
  const [, inner = ''] = /\*\(([^()]*)\)\*[ \t]*(?:\^\S+)?[ \t]*$/.exec(line.slice(-200)) ?? []
  return /(?:^|[ ,])(\d{4}-\d\d-\d\d)(?:$|[ ,])/.exec(inner)?.[1]
}

const anchorDigits = 10

/** For a list item that somebody wrote by hand, so that every clone gives it the same anchor. */
export function anchorOfText(text: string, hash: Hash): string {
  return hash(`wiki anchor\n${text.normalize('NFC').replace(/\s+/g, ' ').trim()}`).slice(
    0,
    anchorDigits,
  )
}

/**
 * The id of the memory for a teammate's statement: it ends in the anchor, as short ids do. It starts
 * with zeros, because new ids must sort after all stored ones and these contain no time.
 */
export function idOfAnchor(projectId: string, anchor: string, hash: Hash): string {
  const digits = hash(`wiki statement\n${projectId}\n${anchor}`)
  const part = (from: number, length: number) => digits.slice(from, from + length)
  return `00000000-0000-8${part(0, 3)}-8${part(3, 3)}-${part(6, 2)}${anchor}`
}

const mark = '<br>'

/**
 * A statement in one line, because git merges line by line: a line that two statements share would
 * be merged into one and tear both apart.
 */
export function toOneLine(text: string): string {
  return text.replace(/\\*<br>/g, (found) => `\\${found}`).replaceAll('\n', mark)
}

export function fromOneLine(line: string): string {
  return line.replace(/(\\*)<br>/g, (_, slashes: string) =>
    slashes === '' ? '\n' : `${slashes.slice(1)}${mark}`,
  )
}
