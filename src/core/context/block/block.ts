/** A context block being filled: the lines that fit, and notes on those that do not. */
import { plainName } from '../../../contract/team/author-name.ts'
import type {
  BlockBounds,
  ContextLine,
  ContextPlan,
  ContextSection,
  HeldBack,
  LeftOut,
} from '../../model/context.ts'
import type { Memory } from '../../model/memory.ts'
import { measureText, type TextSize } from '../../text/count-tokens.ts'
import { safeText } from '../../text/safe-text.ts'
import { abridge } from '../../text/shorten.ts'
import {
  frame,
  renderBeside,
  renderContext,
  renderHeading,
  renderLine,
  withoutSeparator,
} from './render-context.ts'

export type NewLine = Omit<ContextLine, 'tokens'>

export interface Block {
  /** @returns whether the line fits */
  add(line: NewLine): boolean
  fits(lines: readonly NewLine[]): boolean
  has(id: string): boolean
  /** Whether a line says the same. */
  saysAlready(text: string): boolean
  leaveOut(left: LeftOut): void
  /** Ends the block with a line, if it fits; replaces an earlier one. Not given without other lines. */
  conclude(text: string | undefined): void
  plan(): ContextPlan
}

const mostLeft = 50

/** @param heldBack for a session that is held back: nothing else is added */
export function createBlock(
  bounds: BlockBounds,
  now: Date,
  { notice, heldBack }: { notice?: string | undefined; heldBack?: HeldBack | undefined } = {},
): Block {
  const lines: ContextLine[] = []
  const left: LeftOut[] = []
  let used = [...frame, ...(notice ? [notice] : [])].map(sizeOf).reduce(sum)
  let conclusion: string | undefined
  const sizeWith = (more: readonly NewLine[]): TextSize => {
    const known = new Set(lines.map(({ section }) => section))
    const headings = more.filter(({ section }) => !known.has(section) && known.add(section))
    const sizes = [
      ...more.map((line) => sizeOfLine(line, [...lines, ...more])),
      ...headings.map((line) => sizeOf(renderHeading(line, now))),
    ]
    return sizes.reduce(sum, used)
  }
  /** On a shared line there is no line break to count. */
  const sizeOfLine = (line: NewLine, all: readonly NewLine[]): TextSize => {
    const first = line.beside && all.find(({ id }) => id === line.beside)
    return first ? measureText(renderBeside(line, first, now)) : sizeOf(renderLine(line, now))
  }
  const isWithin = ({ tokens, bytes }: TextSize) => tokens <= bounds.tokens && bytes <= bounds.bytes
  return {
    add(line) {
      const after = sizeWith([line])
      if (!isWithin(after) || heldBack?.has(line.id) === false) return false
      used = after
      lines.push({ ...line, tokens: sizeOfLine(line, lines).tokens })
      return true
    },
    fits: (more) => isWithin(sizeWith(more)),
    has: (id) => lines.some((line) => line.id === id),
    saysAlready: (text) => lines.some((line) => saySame(line.text, text)),
    leaveOut({ id, text, reason }) {
      if (left.length < mostLeft) left.push({ id, text, reason })
    },
    conclude(text) {
      if (heldBack) return
      if (conclusion !== undefined) used = difference(used, sizeOf(conclusion))
      const after = text === undefined ? used : sum(used, sizeOf(text))
      conclusion = isWithin(after) ? text : undefined
      if (isWithin(after)) used = after
    },
    plan() {
      const text = renderContext(lines, now, notice, conclusion)
      return { text, tokens: measureText(text).tokens, lines, left, most: bounds }
    },
  }
}

/** Adds the line, or notes why not. @returns whether it was added */
export function addOrExplain(block: Block, line: NewLine, obstacle: string | undefined): boolean {
  const isAdded = obstacle === undefined && block.add(line)
  if (!isAdded) block.leaveOut({ ...line, reason: obstacle ?? 'no room' })
  return isAdded
}

/** Includes the line break. */
function sizeOf(line: string): TextSize {
  const { tokens, bytes } = measureText(line)
  return { tokens: tokens + 1, bytes: bytes + 1 }
}

const sum = (one: TextSize, other: TextSize): TextSize => ({
  tokens: one.tokens + other.tokens,
  bytes: one.bytes + other.bytes,
})

const difference = (one: TextSize, other: TextSize): TextSize => ({
  tokens: one.tokens - other.tokens,
  bytes: one.bytes - other.bytes,
})

/** An agent can read the rest of a longer memory by its id. */
const mostCharacters = 320

export function lineFromMemory(
  memory: Memory,
  section: ContextSection,
  reason: string,
  most = mostCharacters,
): NewLine {
  return {
    section,
    id: memory.id,
    kind: memory.kind,
    trust: memory.trust,
    ...(memory.pinned && { pinned: true as const }),
    ...(memory.author && { author: plainName(memory.author.name) }),
    at: memory.validFrom,
    text: withoutSeparator(abridge(safeText(memory.content), most)),
    reason,
  }
}

const beginning = 60

/** Whether two texts say the same, judging by their beginnings. */
function saySame(one: string, other: string): boolean {
  return one.includes(other.slice(0, beginning)) || other.includes(one.slice(0, beginning))
}
