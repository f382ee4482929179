/**
 * JSON from outside. `JSON.parse` makes gigabytes of a few megabytes of brackets, and what walks the
 * result may recurse, so the text is measured first: in one pass, without building anything. It takes
 * about a quarter of the time of parsing.
 */

export class JsonTooComplexError extends Error {
  override readonly name = 'JsonTooComplexError'
}

/** Hosts nest about ten levels deep. */
export const maxJsonDepth = 64
/** Members and items, counted by their commas and brackets; the largest payload seen had 9,000. */
const maxJsonValues = 250_000

/** @throws JsonTooComplexError, or SyntaxError like `JSON.parse` */
export function parseBoundedJson(text: string): unknown {
  refuseComplexJson(text)
  return JSON.parse(text) as unknown
}

/** @throws JsonTooComplexError */
export function refuseComplexJson(text: string): void {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case openBrace:
      case openBracket:
        depth += 1
        values += 1
        if (depth > maxJsonDepth) throw tooComplex(`${maxJsonDepth} levels`)
        break
      case closeBrace:
      case closeBracket:
        depth -= 1
        break
      case comma:
        values += 1
        break
    }
    if (values > maxJsonValues) throw tooComplex(`${maxJsonValues.toLocaleString('en')} values`)
  }
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]

/** @returns where the closing quote is, or the end of the text */
function endOfString(text: string, open: number): number {
  let end = text.indexOf('"', open + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

function isEscaped(text: string, position: number): boolean {
  let first = position
  while (text.charCodeAt(first - 1) === backslash) first -= 1
  return (position - first) % 2 === 1
}

function tooComplex(limit: string): JsonTooComplexError {
  return new JsonTooComplexError(`the JSON has more than ${limit}`)
}
