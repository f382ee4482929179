/**
 * Adds our block to a text, or removes it; every other character stays. The line breaks around the
 * block record the earlier text, so no backup is needed: after a text without a final line break, the
 * block has none either, and only a file we created consists of the block and a line break.
 */
import { linesOf } from '../text/line-diff.ts'

export interface InstructionBlock {
  /** Such as `guidance`: lowercase letters, digits and hyphens. */
  readonly name: string
  readonly content: string
}

/** The text is undefined if there is no file. */
export type BlockEdit = { readonly kind: 'edited'; readonly text: string | undefined } | BrokenBlock

/**
 * Replaces an existing block, or appends a new one.
 * @param preamble the start of a new file
 */
export function replaceBlock(
  text: string | undefined,
  block: InstructionBlock,
  preamble = '',
): BlockEdit {
  if (text === undefined) return edited(`${preamble}${render(block, '\n')}\n`)
  const found = findBlock(text, block.name)
  if (found.kind === 'broken') return found
  if (found.kind === 'absent') return edited(append(text, block))
  const rendered = render(block, found.lineBreak)
  return edited(text.slice(0, found.start) + rendered + text.slice(found.end))
}

/** @param preamble the start of a file we created */
export function removeBlock(text: string | undefined, name: string, preamble = ''): BlockEdit {
  if (text === undefined) return edited(undefined)
  const found = findBlock(text, name)
  if (found.kind === 'broken') return found
  return edited(found.kind === 'absent' ? text : cutOut(text, found, preamble))
}

function append(text: string, block: InstructionBlock): string {
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n'
  const rendered = render(block, lineBreak)
  if (text.endsWith('\n')) return text + lineBreak + rendered + lineBreak
  const isEmpty = text === '' || text === '\uFEFF'
  return text + (isEmpty ? '' : lineBreak + lineBreak) + rendered
}

function cutOut(text: string, { start, end, lineBreak }: FoundBlock, preamble: string) {
  const before = text.slice(0, start)
  if (end === text.length) return withoutEnd(withoutEnd(before, lineBreak), lineBreak)
  const after = text.slice(end).replace(/^\r?\n/, '')
  const isFirst = before.replaceAll('\r\n', '\n') === preamble
  if (isFirst) return after === '' ? undefined : before + after.replace(/^\r?\n/, '')
  const isBetweenBlankLines = before.endsWith(`\n${lineBreak}`) && /^(\r?\n|$)/.test(after)
  return (isBetweenBlankLines ? withoutEnd(before, lineBreak) : before) + after
}

function withoutEnd(text: string, ending: string): string {
  return text.endsWith(ending) ? text.slice(0, -ending.length) : text
}

function render({ name, content }: InstructionBlock, lineBreak: string): string {
  // Escapes markers in recalled text, so that they end nothing.
  const lines = content.replace(/<(!--\s*throughline:)/g, '&lt;$1').split(/\r\n|\r|\n/)
  return [renderMarker(name, 'begin'), ...lines, renderMarker(name, 'end')].join(lineBreak)
}

const edited = (text: string | undefined): BlockEdit => ({ kind: 'edited', text })

type BlockSearch = { readonly kind: 'absent' } | FoundBlock | BrokenBlock

/** From the start of its first line to the end of its last one, excluding the line break. */
interface FoundBlock {
  readonly kind: 'present'
  readonly start: number
  readonly end: number
  readonly lineBreak: string
}

/** The markers do not match, so leave the file unchanged. */
export interface BrokenBlock {
  readonly kind: 'broken'
  readonly line: number
  readonly problem: string
}

type Edge = 'begin' | 'end'

export function renderMarker(name: string, edge: Edge): string {
  return `<!-- throughline:${name}:${edge} -->`
}

/**
 * Finds our block in an instruction file, between two marker lines that Markdown does not show. A
 * file may have several blocks with different names.
 */
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
  /** Starts at 1. */
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
