import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Anchor, createScanner } from './literal-scanner.ts'

const literals = ['key', 'keys', 'KEY', 'eyJ', ':AA', 'token', 'пароль', '合言葉', 'ekeyk']
const anchors = literals.flatMap((literal): Anchor<string>[] => [
  { literal, ignoresCase: false, owner: `${literal} as it is` },
  ...(literal === literal.toLowerCase()
    ? [{ literal, ignoresCase: true, owner: `${literal} in any case` }]
    : []),
])

function found(text: string, parts: readonly number[]): string[] {
  const scanner = createScanner(anchors)
  const visits: string[] = []
  let from = 0
  for (const to of [...parts.filter((end) => end < text.length), text.length]) {
    scanner.scan(text, from, to, (owner, at) => visits.push(`${at} ${owner}`))
    from = Math.max(from, to)
  }
  return visits
}

/** Only ASCII letters have a case here. */
const lowerCase = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

function expected(text: string): string[] {
  return Array.from({ length: text.length }, (_, at) => at).flatMap((at) =>
    anchors
      .filter(({ literal, ignoresCase }) => {
        const here = text.slice(at, at + literal.length)
        return here === literal || (ignoresCase && lowerCase(here) === literal)
      })
      .map(({ owner }) => `${at} ${owner}`),
  )
}

test('every literal is found where it starts, in order, however the text is divided', () => {
  const piece = fc.oneof(
    fc.constantFrom(...literals, 'Token', 'kEy', 'ke', 'y', 'ⅺey', '合言', ' '),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  )
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
  const ends = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 3 })
  fc.assert(
    fc.property(text, ends, (whole, parts) => {
      const divided = parts.toSorted((one, other) => one - other)
      expect(found(whole, divided)).toEqual(expected(whole))
    }),
  )
})
