/**
 * The way back from a text we changed to the text it was. It holds only what we took away, so a
 * settings file's other contents, secrets among them, are not copied.
 */
import { commonPrefix, commonSuffix, diffLines, linesOf } from './line-diff.ts'

export interface ReverseEdit {
  /** Where in the changed text, in UTF-16 units, and how much of it to replace. */
  readonly offset: number
  readonly length: number
  readonly original: string
}

export type ReversePatch = readonly ReverseEdit[]

export function reversePatch(before: string, after: string): ReversePatch {
  const beforeLines = linesOf(before)
  const afterLines = linesOf(after)
  const afterOffsets = offsetsOf(afterLines)
  return diffLines(beforeLines, afterLines).map((change) => {
    const original = beforeLines.slice(change.beforeStart, change.beforeEnd).join('')
    const written = afterLines.slice(change.afterStart, change.afterEnd).join('')
    const prefix = commonPrefix(original, written)
    const suffix = commonSuffix(original, written, prefix)
    return {
      offset: (afterOffsets[change.afterStart] ?? 0) + prefix,
      length: written.length - prefix - suffix,
      original: original.slice(prefix, original.length - suffix),
    }
  })
}

export function applyReversePatch(after: string, patch: ReversePatch): string {
  return patch.reduceRight((text, { offset, length, original }) => {
    return text.slice(0, offset) + original + text.slice(offset + length)
  }, after)
}

/** Where each line starts, and where the text ends. */
function offsetsOf(lines: readonly string[]): readonly number[] {
  const offsets = [0]
  for (const line of lines) offsets.push((offsets.at(-1) ?? 0) + line.length)
  return offsets
}
