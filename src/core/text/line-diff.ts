import { commonPrefix, commonSuffix, diffLists } from '../../contract/diff.ts'

/** Splits a text into lines that keep their line breaks, so joining them restores it. */
export function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

interface ReverseEdit {
  /** The range of the changed text to replace, in UTF-16 units. */
  readonly offset: number
  readonly length: number
  readonly original: string
}

export type ReversePatch = readonly ReverseEdit[]

/**
 * Undoes a change to a text. The patch has only the lines we removed, so it never copies the rest of a
 * settings file and the secrets in it.
 */
export function reversePatch(before: string, after: string): ReversePatch {
  const beforeLines = linesOf(before)
  const afterLines = linesOf(after)
  const afterOffsets = offsetsOf(afterLines)
  return diffLists(beforeLines, afterLines).map((change) => {
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

/** The offset of each line, then of the end of the text. */
function offsetsOf(lines: readonly string[]): readonly number[] {
  const offsets = [0]
  for (const line of lines) offsets.push((offsets.at(-1) ?? 0) + line.length)
  return offsets
}
