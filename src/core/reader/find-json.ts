/** Finds JSON among thoughts, fences, sentences and trailing commas in a model's reply. */
import type { Json } from '../model/json.ts'

export type FoundJson =
  | { readonly kind: 'found'; readonly value: Json }
  | { readonly kind: 'missing'; readonly fault: string }

/** The first complete object or array that `isWanted`; never one inside another that is truncated. */
export function findJson(
  text: string,
  isWanted: (value: Json, isAll: boolean) => boolean,
): FoundJson {
  const bare = withoutThoughts(text)
  const fenced = /^[ \t]*```[a-z]*[ \t]*\n([\s\S]*?)\n[ \t]*```/im.exec(bare)?.[1]
  const inFence = fenced === undefined ? undefined : search(fenced.trim(), isWanted)
  return inFence?.kind === 'found' ? inFence : search(bare, isWanted)
}

function search(text: string, isWanted: (value: Json, isAll: boolean) => boolean): FoundJson {
  const opening = /[[{]/g
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const end = endOf(text, found.index)
    if (end === undefined) return { kind: 'missing', fault: 'its JSON is incomplete' }
    const isAll = found.index === 0 && end === text.length
    const value = parse(text.slice(found.index, end))
    if (value !== undefined && isWanted(value, isAll)) return { kind: 'found', value }
    opening.lastIndex = end
  }
  return { kind: 'missing', fault: 'it holds no JSON of that form' }
}

function withoutThoughts(text: string): string {
  const bare = text.trim()
  if (!/^<think(ing)?>/i.test(bare)) return bare
  const [end] = /<\/think(ing)?>/i.exec(bare) ?? []
  return end === undefined ? bare : bare.slice(bare.indexOf(end) + end.length).trim()
}

/** The index after the bracket that closes the one at `start`; undefined if there is none. */
function endOf(text: string, start: number): number | undefined {
  const pattern = /"(?:[^"\\]|\\[\s\S])*"|[[\]{}]|"/g
  pattern.lastIndex = start
  let depth = 0
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const [token] = found
    if (token === '"') return undefined
    if (token === '[' || token === '{') depth++
    if (token === ']' || token === '}') depth--
    if (depth === 0) return pattern.lastIndex
  }
  return undefined
}

function parse(text: string): Json | undefined {
  const tokens = /"(?:[^"\\]|\\[\s\S])*"|,(?=\s*[}\]])/g
  for (const attempt of [text, text.replace(tokens, repairToken)]) {
    try {
      return JSON.parse(attempt)
    } catch {
      // Try again without trailing commas and with line breaks escaped.
    }
  }
  return undefined
}

/** @param token a string, or a superfluous comma */
function repairToken(token: string): string {
  if (token === ',') return ''
  return token.replace(/[\n\r\t]/g, (character) => JSON.stringify(character).slice(1, -1))
}
