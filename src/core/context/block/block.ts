/** A context block being filled: the lines that fit, and notes on those that do not. */
import { plainName } from '../../../contract/team/author-name.ts'
import type {
  BlockBounds,
  ContextLine,
  ContextPlan,
  ContextSection,
  LeftOut,
} from '../../model/context.ts'
import type { Memory } from '../../model/memory.ts'
import { measureText, type TextSize } from '../../text/count-tokens.ts'
import { safeText } from '../../text/safe-text.ts'
import { shorten } from '../../text/shorten.ts'
import {
  frame,
  type RenderedLine,
  renderContext,
  renderHeading,
  renderLine,
} from './render-context.ts'

export type NewLine = Omit<ContextLine, 'tokens'>

export interface Block {
  /** @param share of the block that may be full afterwards @returns whether the line fits */
  add(line: NewLine, share?: number): boolean
  has(id: string): boolean
  /** Whether a line says the same. */
  saysAlready(text: string): boolean
  leaveOut(left: LeftOut): void
  plan(): ContextPlan
}

const mostLeft = 50

export function createBlock(bounds: BlockBounds, now: Date, notice?: string): Block {
  const lines: ContextLine[] = []
  const left: LeftOut[] = []
  let used = [...frame, ...(notice ? [notice] : [])].map(sizeOf).reduce(sum)
  const isNew = ({ section }: RenderedLine) => lines.every((line) => line.section !== section)
  return {
    add(line, share = 1) {
      const own = sizeOf(renderLine(line, now))
      const after = [used, own, ...(isNew(line) ? [sizeOf(renderHeading(line, now))] : [])].reduce(
        sum,
      )
      if (after.tokens > share * bounds.tokens || after.bytes > share * bounds.bytes) return false
      used = after
      lines.push({ ...line, tokens: own.tokens })
      return true
    },
    has: (id) => lines.some((line) => line.id === id),
    saysAlready: (text) => lines.some((line) => saySame(line.text, text)),
    leaveOut({ id, text, reason }) {
      if (left.length < mostLeft) left.push({ id, text, reason })
    },
    plan() {
      const text = renderContext(lines, now, notice)
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

/** An agent can read the rest of a longer memory by its id. */
const mostCharacters = 320

export function lineFromMemory(memory: Memory, section: ContextSection, reason: string): NewLine {
  return {
    section,
    id: memory.id,
    kind: memory.kind,
    trust: memory.trust,
    ...(memory.author && { author: plainName(memory.author.name) }),
    at: memory.updatedAt,
    text: shorten(safeText(memory.content), mostCharacters),
    reason,
  }
}

const beginning = 60

/** Whether two texts say the same, judging by their beginnings. */
export function saySame(one: string, other: string): boolean {
  return one.includes(other.slice(0, beginning)) || other.includes(one.slice(0, beginning))
}
