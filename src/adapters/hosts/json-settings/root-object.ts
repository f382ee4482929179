/** The object that a settings file holds, and what it has under a name. */
import type { Node } from 'jsonc-parser'
import { malformedAt } from '../malformed-settings.ts'
import { styleOf } from './json-style.ts'
import { parseJson } from './parse-json.ts'

/**
 * @returns undefined for a text with no value in it
 * @throws ThroughlineError `malformed-settings`
 */
export function parseRoot(file: string, text: string): Node | undefined {
  const root = parseJson(file, text)
  if (!root || root.type === 'object') return root
  throw malformedAt(file, text, root.offset, 'must hold a JSON object')
}

/** A text without a value gets an empty object to put things into. */
export function withRoot(file: string, text: string): string {
  const root = parseRoot(file, text)
  if (root) return text
  const { lineBreak } = styleOf(text, root)
  const comments = text.trim() === '' ? '' : text.trimEnd() + lineBreak
  return `${comments}{}${lineBreak}`
}

/** Of a key written twice the last counts, as for every JSON parser. */
export function findMember(object: Node | undefined, key: string): Node | undefined {
  if (object?.type !== 'object') return undefined
  return object.children?.findLast((member) => member.children?.[0]?.value === key)
}

export function memberValue(object: Node | undefined, key: string): Node | undefined {
  return findMember(object, key)?.children?.[1]
}
