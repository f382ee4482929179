/** Parses a host's payload, and repairs unescaped backslashes. */
import { refuseComplexJson } from '../model/bounded-json.ts'
import { isJsonObject, type JsonObject } from '../model/json.ts'

export type ParsedPayload =
  | { readonly kind: 'ok'; readonly value: JsonObject; readonly repaired: boolean }
  | { readonly kind: 'broken'; readonly reason: string; readonly isTooComplex?: true }

export function parsePayload(text: string): ParsedPayload {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (json.trim() === '') return { kind: 'broken', reason: 'the payload is empty' }
  const limit = limitExceededBy(json)
  if (limit) return { kind: 'broken', reason: limit, isTooComplex: true }
  const plain = tryParse(json)
  if (plain.kind === 'json') return objectOnly(plain.value, false)
  const repaired = tryParse(escapeLoneBackslashes(json))
  if (repaired.kind === 'json') return objectOnly(repaired.value, true)
  return { kind: 'broken', reason: `the payload is not valid JSON${plain.position}` }
}

function limitExceededBy(json: string): string | undefined {
  try {
    refuseComplexJson(json)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function objectOnly(value: unknown, repaired: boolean): ParsedPayload {
  if (isJsonObject(value)) return { kind: 'ok', value, repaired }
  return { kind: 'broken', reason: 'the payload is not a JSON object' }
}

/**
 * Doubles backslashes that a host did not escape. A host may escape one value and not the next, and
 * `\f` or `\n` in `C:\foo\new` is a legal escape, so each value is judged separately: in a Windows
 * path every backslash is literal; elsewhere known escapes stay.
 */
function escapeLoneBackslashes(json: string): string {
  let repaired = ''
  let done = 0
  for (let open = json.indexOf('"'); open >= 0; open = json.indexOf('"', done)) {
    const { end, isPath } = endOfString(json, open + 1)
    if (end < 0) break
    const value = json.slice(open + 1, end)
    repaired += `${json.slice(done, open + 1)}${isPath ? doubled(value) : repairString(value)}"`
    done = end + 1
  }
  return repaired + json.slice(done)
}

/** A path contains no quotes, so a backslash before the closing one is its last character. */
const pathValue = /(?:[A-Za-z]:\\(?!\\)|\\\\[\w.$-]+\\(?!\\))[^"<>|*?]*(?="\s*[,}\]])/y

function endOfString(json: string, start: number): { end: number; isPath: boolean } {
  pathValue.lastIndex = start
  if (pathValue.test(json)) return { end: pathValue.lastIndex, isPath: true }
  let end = json.indexOf('"', start)
  while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return { end, isPath: false }
}

function isEscaped(json: string, position: number): boolean {
  let first = position
  while (json[first - 1] === '\\') first -= 1
  return (position - first) % 2 === 1
}

/** A single word that no JSON writer produced, such as `src\new\utils`, escapes quotes at most. */
function repairString(value: string): string {
  const isProse = /\s/.test(value) || !hasLoneBackslash(value)
  return value.replace(isProse ? proseEscapes : wordEscapes, (found, kept?: string) =>
    kept === undefined ? doubled(found) : found,
  )
}

/** Form feeds and backspaces are legal too, but in a broken payload they are parts of paths. */
const meantEscapes = /\\(?:["\\/nrt]|u[0-9a-fA-F]{4})/g
const hasLoneBackslash = (value: string) => value.replace(meantEscapes, '').includes('\\')

const wordEscapes = /(\\["\\])|\\/g

/** In prose a path ends at white space; after that, `\n` is a line break. */
const pathInProse =
  /(?<=^|[^A-Za-z0-9\\]|\\[nrt])(?:[A-Za-z]:|(?<!\S)\.\.?|\\\\[\w.$-]+(?=\\[^nrt]))\\(?!["\\])(?:[^\s"\\<>|*?:]|\\(?!"))*/
const proseEscapes = new RegExp(String.raw`${pathInProse.source}|(${meantEscapes.source})|\\`, 'g')

const doubled = (text: string) => text.replaceAll('\\', '\\\\')

/** The engine's message quotes the payload, which may contain secrets; keep only the position. */
function tryParse(
  json: string,
):
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'error'; readonly position: string } {
  try {
    return { kind: 'json', value: JSON.parse(json) as unknown }
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1]
    return { kind: 'error', position: position ? ` (at character ${position})` : '' }
  }
}
