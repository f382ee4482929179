/**
 * Finds our block in an instruction file, between two marker lines that Markdown does not show. A
 * file may hold several blocks of different names.
 */
import { linesOf } from '../text/line-diff.ts'

export type BlockSearch = { readonly kind: 'absent' } | FoundBlock | BrokenBlock

/** From the start of its first line to the end of its last one, whose line break is not included. */
export interface FoundBlock {
  readonly kind: 'present'
  readonly start: number
  readonly end: number
  readonly lineBreak: string
}

/** The markers do not match, so the file must stay as it is. */
export interface BrokenBlock {
  readonly kind: 'broken'
  readonly line: number
  readonly problem: string
}

type Edge = 'begin' | 'end'

export function renderMarker(name: string, edge: Edge): string {
  return `<!-- throughline:${name}:${edge} -->`
}

export function findBlock(text: string, name: string): BlockSearch {
  let open: Marker | undefined
  let found: FoundBlock | undefined
  for (const marker of markersIn(text)) {
    const problem = problemOf(marker, open)
    if (problem !== undefined) return broken(marker, problem)
    if (marker.edge === 'begin') {
      if (marker.name === name && found) return broken(marker, 'a second block begins')
      open = marker
      continue
    }
    if (open && marker.name === name) {
      found = { kind: 'present', start: open.start, end: marker.end, lineBreak: open.lineBreak }
    }
    open = undefined
  }
  if (open) return broken(open, 'the block that begins here has no end')
  return found ?? { kind: 'absent' }
}

interface Marker {
  readonly name: string
  readonly edge: Edge
  /** Counted from 1. */
  readonly line: number
  readonly start: number
  readonly end: number
  readonly lineBreak: string
}

const markerLine = /^\s*<!--\s*throughline:([a-z][a-z0-9-]*):(begin|end)\s*-->\s*$/

function* markersIn(text: string): Generator<Marker> {
  let offset = 0
  for (const [index, line] of linesOf(text).entries()) {
    const [, name, edge] = markerLine.exec(line) ?? []
    if (name !== undefined) {
      const lineBreak = /\r?\n$/.exec(line)?.[0] ?? ''
      yield {
        name,
        edge: edge === 'begin' ? 'begin' : 'end',
        line: index + 1,
        start: offset + (line.startsWith('\uFEFF') ? 1 : 0),
        end: offset + line.length - lineBreak.length,
        lineBreak,
      }
    }
    offset += line.length
  }
}

function problemOf({ name, edge }: Marker, open: Marker | undefined): string | undefined {
  if (edge === 'begin') return open && `a block begins inside the one of line ${open.line}`
  return open?.name === name ? undefined : 'a block ends that never began'
}

function broken({ line }: Marker, problem: string): BrokenBlock {
  return { kind: 'broken', line, problem }
}
