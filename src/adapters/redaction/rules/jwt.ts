/** JSON web tokens and other dotted tokens that start with a JSON object in base64. */
import { characters } from '../formats/token-format.ts'
import type { Rule } from './rule.ts'

const body = /[\w-]{8,4096}\.[\w-]{1,8}/y

export const jwtRule: Rule = {
  name: 'jwt',
  anchors: ['eyJ', 'ewog'],
  find(source, at, anchor) {
    if (source.isRead(jwtRule, at)) return undefined
    const runEnd = source.next(characters.dotted, at)
    const isToken = source.match(body, at + anchor.length) !== null
    source.markRead(jwtRule, runEnd)
    return isToken ? { start: at, end: runEnd, kind: 'jwt' } : undefined
  },
}
