/**
 * How surprising a text is, character by character, to someone who has only read names and words:
 * about 3 bits for words, 8 for random letters and digits.
 */
import { ordinaryText } from './ordinary-text.ts'

/** A word boundary, 26 letters, any digit. */
export const symbolCount = 28
const border = 0
const digit = 27

/** `getUserById2` becomes `get user by id 0`; every text ends in a boundary. */
export function symbolsOf(text: string): number[] {
  const symbols: number[] = []
  let previous = border
  const add = (symbol: number) => {
    symbols.push(symbol)
    previous = symbol
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isLower(code)) add(code - 96)
    else if (isUpper(code)) {
      const startsWord = isLower(text.charCodeAt(at - 1))
      const endsAcronym = isUpper(text.charCodeAt(at - 1)) && isLower(text.charCodeAt(at + 1))
      if (startsWord || endsAcronym) add(border)
      add(code - 64)
    } else if (code >= 48 && code <= 57) add(digit)
    else if (previous !== border) add(border)
  }
  if (previous !== border) add(border)
  return symbols
}

const isLower = (code: number) => code >= 97 && code <= 122
const isUpper = (code: number) => code >= 65 && code <= 90

const packed = Buffer.from(ordinaryText, 'base64')

/** Bits per character. */
export function strangeness(text: string): number {
  let bits = 0
  let context = 0
  for (const symbol of symbolsOf(text)) {
    const at = context * symbolCount + symbol
    bits += ((packed[at >> 1] ?? 0) >> (at % 2 === 0 ? 0 : 4)) & 15
    context = (context % symbolCount) * symbolCount + symbol
  }
  return bits / text.length
}
