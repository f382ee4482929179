/** Anchors and ids that come out the same in every clone. */
import type { Hash } from '../../model/content-key.ts'

const anchorDigits = 10

/** For a list item that somebody wrote by hand, so that every clone gives it the same anchor. */
export function anchorOfText(text: string, hash: Hash): string {
  return hash(`wiki anchor\n${text.normalize('NFC').replace(/\s+/g, ' ').trim()}`).slice(
    0,
    anchorDigits,
  )
}

/**
 * The id of the memory for a teammate's statement: it ends in the anchor, as short ids do. It begins
 * with zeros, since new ids sort after all that are stored and these hold no time.
 */
export function idOfAnchor(projectId: string, anchor: string, hash: Hash): string {
  const digits = hash(`wiki statement\n${projectId}\n${anchor}`)
  const part = (from: number, length: number) => digits.slice(from, from + length)
  return `00000000-0000-8${part(0, 3)}-8${part(3, 3)}-${part(6, 2)}${anchor}`
}
