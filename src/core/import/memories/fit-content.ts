/** Cuts a text that is too long for one memory, at paragraphs, lines or sentences where it can. */
import { normaliseContent } from '../../../contract/memory-text.ts'
import { memoryLimits } from '../../../contract/vocabulary.ts'

const most = memoryLimits.contentCharacters

export function fitContent(text: string): string[] {
  const parts: string[] = []
  let rest = normaliseContent(text)
  while (rest.length > most) {
    const end = cutAt(rest)
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest === '' ? parts : [...parts, rest]
}

/** Not so early that little is left of a part. */
function cutAt(text: string): number {
  const beginning = text.slice(0, most)
  for (const mark of ['\n\n', '\n', '. ', ' ']) {
    const end = beginning.lastIndexOf(mark)
    if (end >= most / 3) return end + mark.length
  }
  return beginning.length
}
