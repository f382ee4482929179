import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Source } from '../scan/source.ts'
import { unanchoredRules } from './unanchored.ts'

const digits = (length: number) => '1234567890123456789'.slice(0, length)
const word = 'aB3-x_Y9kLmN0pQrStUvWxYz12345678901234567890'
const piece = fc.oneof(
  fc.constantFrom('|', ':', '/', '.', '-', ' ', 'MTIzNDU2Nzg5MDEyMzQ1Njc4', 'NzE4', 'abcdef'),
  fc.integer({ min: 12, max: 19 }).map(digits),
  fc.integer({ min: 5, max: 44 }).map((length) => word.slice(0, length)),
  fc.constant('0123456789abcdef0123456789abcdef'),
)
const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))

/** The same rules as one pattern, which reads every character. */
const patterns = {
  'facebook-token': /\|(?<=\d{15}\|)[\w-]{27,40}(?![\w-])/g,
  'asana-token': /:(?<=\/\d{13,19}:)[a-f0-9]{32}(?![a-f0-9])/g,
}

test.each(Object.entries(patterns))(
  'a %s is found wherever its pattern matches',
  (name, pattern) => {
    const rule = unanchoredRules.find((each) => each.name === name)
    fc.assert(
      fc.property(text, (whole) => {
        const expected = [...whole.matchAll(pattern)].map(({ index, 0: found }) => {
          return { start: index, end: index + found.length, kind: name }
        })
        expect(rule?.find(new Source(whole))).toEqual(expected)
      }),
      { numRuns: 3_000 },
    )
  },
)

test('the ends of Discord tokens are found wherever their pattern matches', () => {
  const rule = unanchoredRules.find(({ name }) => name === 'discord-token')
  const whole = /[MNO][\w-]{21,27}\.[\w-]{6}\.[\w-]{27,64}/g
  const token = `MTIzNDU2Nzg5MDEyMzQ1Njc4.G${'a1B2c'}.${word.slice(0, 27)}`
  const around = fc.constantFrom('.', ' ', '"', 'see a.b.c ', '.abcdef.', 'x.y', '')
  fc.assert(
    fc.property(around, around, text, (before, after, more) => {
      const written = `${before}${token}${after} ${more}`
      const ends = rule?.find(new Source(written)).map(({ end }) => end)
      const first = whole.exec(written)
      whole.lastIndex = 0
      expect(ends).toContain((first?.index ?? 0) + (first?.[0].length ?? 0))
    }),
  )
})
