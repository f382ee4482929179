/** Makes a statement of what the user asked to remember. */
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { withCapital } from '../../text/with-capital.ts'
import type { Wish } from './leads.ts'
import { isAboutEveryProject, kindOfStatement } from './statement-kind.ts'

export interface Remembered {
  /** Without its lead-in, from a capital letter to a full stop. */
  readonly content: string
  readonly kind: MemoryKind
  readonly isAboutEveryProject: boolean
}

const fewestWords = 3
const fewestCharacters = 5

/** @returns none if it is too short to say anything */
export function tidyStatement({ text, isInstruction }: Wish): Remembered[] {
  const plain = text.replace(/\s+/g, ' ').replace(/^[\s,;:：，、–—-]+|[\s,;:，、?？]+$/gu, '')
  const isScript = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain)
  const words = plain.match(/[\p{L}\p{N}][\p{L}\p{N}'’_./-]*/gu) ?? []
  if (isScript ? plain.length < fewestCharacters : words.length < fewestWords) return []
  const content = withStop(withCapital(plain), isScript)
  const kind = kindOfStatement(content, isInstruction)
  return [{ content, kind, isAboutEveryProject: isAboutEveryProject(content) }]
}

function withStop(text: string, isScript: boolean): string {
  if (/[.!…。！]["”’)]?$/u.test(text)) return text
  return `${text}${isScript ? '。' : '.'}`
}
