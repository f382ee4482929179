import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldText, fieldTexts, readFrontMatter, writeFrontMatter } from './front-matter.ts'

const fieldsOf = (...lines: string[]) =>
  readFrontMatter(['---', ...lines, '---', 'Text'].join('\n')).fields

describe('reads', () => {
  it('texts, numbers, true, false, null, and dates as texts', () => {
    expect(
      fieldsOf(
        'title: Search index: how it is built',
        'quoted: "say \\"hi\\""',
        "single: 'it''s'",
        'importance: 0.7',
        'pinned: true',
        'draft: false',
        'key: null',
        'none:',
        'created: 2026-11-16',
      ),
    ).toEqual({
      title: 'Search index: how it is built',
      quoted: 'say "hi"',
      single: "it's",
      importance: 0.7,
      pinned: true,
      draft: false,
      key: null,
      none: null,
      created: '2026-11-16',
    })
  })

  it('a number only where its text stays the same', () => {
    expect(fieldsOf('version: 1.10', 'agent: 007', 'wide: 1e3', 'nothing: NaN')).toEqual({
      version: '1.10',
      agent: '007',
      wide: '1e3',
      nothing: 'NaN',
    })
  })

  it('lists in one line and below their name, and mappings', () => {
    expect(
      fieldsOf(
        'tags: [search, "two, words", 2024]',
        'aliases:',
        '  - index',
        "- 'full text'",
        'generated: {by: claude, at: 2026-11-16}',
        'metadata:',
        '  type: user',
        '  count: 3',
      ),
    ).toEqual({
      tags: ['search', 'two, words', 2024],
      aliases: ['index', 'full text'],
      generated: { by: 'claude', at: '2026-11-16' },
      metadata: { type: 'user', count: 3 },
    })
  })

  it('texts over several lines', () => {
    expect(
      fieldsOf('description: >-', '  Use tabs:', '  - always', '', 'note: |', 'title: After'),
    ).toEqual({ description: 'Use tabs:\n- always', note: '', title: 'After' })
  })

  it('what is no YAML as text, and skips what it does not understand', () => {
    expect(fieldsOf('globs: **/*.ts,src/**', 'title: Fix #12', '# comment', '???')).toEqual({
      globs: '**/*.ts,src/**',
      title: 'Fix #12',
    })
  })

  it('a member named __proto__ as a member', () => {
    const fields = fieldsOf('__proto__: {"admin": true}', 'a:', '  __proto__: x')
    expect(Object.keys(fields)).toEqual(['__proto__', 'a'])
    expect(fields.admin).toBeUndefined()
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype)
  })
})

describe('finds the body', () => {
  it('after the second rule, with the number of its first line', () => {
    const text = '\uFEFF---\r\ntitle: a---\r\n---\r\n\r\nText\r\n---\r\n'
    expect(readFrontMatter(text)).toEqual({
      fields: { title: 'a---' },
      body: '\nText\n---\n',
      bodyLine: 4,
    })
  })

  it.each(['Text', '--- a\nb: c\n---\n', '---\na: b\nno end\n', ''])(
    'in all of a text without front matter: %j',
    (text) => {
      expect(readFrontMatter(text)).toEqual({ fields: {}, body: text, bodyLine: 1 })
    },
  )

  it('in all of a text whose front matter does not end soon', () => {
    const text = `---\n${'a: b\n'.repeat(3_000)}---\nText`
    expect(readFrontMatter(text)).toMatchObject({ fields: {}, bodyLine: 1 })
    const wide = `---\na: ${'b'.repeat(300_000)}\n---\nText`
    expect(readFrontMatter(wide)).toMatchObject({ fields: {}, bodyLine: 1 })
  })
})

it('reads back what it writes, whatever the values and the body', () => {
  const scalar = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      'true',
      'yes',
      'null',
      '~',
      '007',
      '1.5',
      '- a',
      '#12',
      "it's",
      '',
      '{a}',
      '---',
    ),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
    fc.boolean(),
    fc.constant(null),
  )
  const name = fc.stringMatching(/^[a-z][\w-]{0,10}$/)
  const value = fc.oneof(scalar, fc.array(scalar), fc.dictionary(name, scalar))
  fc.assert(
    fc.property(fc.dictionary(name, value), fc.string(), (fields, text) => {
      const body = text.replaceAll('\r', '')
      const read = readFrontMatter(writeFrontMatter(fields) + body)
      expect(read.fields).toEqual({ ...fields })
      expect(read.body).toBe(body)
    }),
  )
})

it('writes plain words as they are, and leaves undefined values out', () => {
  const fields = { type: 'rule', on: 'no', key: undefined, tags: ['a b'], title: 'Two words' }
  expect(writeFrontMatter(fields)).toBe(
    '---\ntype: rule\non: "no"\ntags: ["a b"]\ntitle: "Two words"\n---\n',
  )
})

it('takes numbers for texts, and one text for a list', () => {
  expect(fieldText(2024)).toBe('2024')
  expect(fieldText('')).toBeUndefined()
  expect(fieldTexts('search')).toEqual(['search'])
  expect(fieldTexts(['search', 2024, true, ''])).toEqual(['search', '2024'])
  expect(fieldTexts(undefined)).toEqual([])
})
