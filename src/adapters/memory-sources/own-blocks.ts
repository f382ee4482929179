/**
 * Blanks out what we wrote into an agent's file, so that it is never imported as new. Line numbers
 * stay the same.
 */
import { blanked } from '../foreign-files/spans.ts'

const ownMark = /<!--\s*throughline:([a-z0-9-]+):(begin|end)\s*-->/g

/** A block ends at the first end marker with the same name. */
export function withoutOwnBlocks(text: string): string {
  const marks = [...text.matchAll(ownMark)]
  const lastEnds = new Map(
    marks.filter(([, , mark]) => mark === 'end').map((mark) => [mark[1], mark.index]),
  )
  const parts: string[] = []
  let from = 0
  let open: RegExpExecArray | undefined
  for (const mark of marks) {
    const [whole, name, kind] = mark
    if (!open && kind === 'begin' && (lastEnds.get(name) ?? -1) > mark.index) open = mark
    if (!open || kind === 'begin' || name !== open[1]) continue
    const end = mark.index + whole.length
    parts.push(text.slice(from, open.index), blanked(text.slice(open.index, end)))
    from = end
    open = undefined
  }
  return parts.join('') + text.slice(from)
}
