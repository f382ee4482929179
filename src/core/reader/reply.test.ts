import { describe, expect, test } from 'vitest'
import { parseReply } from './reply.ts'

const item = {
  kind: 'decision',
  content: 'The importer stays in Rust.',
  importance: 0.7,
  scope: 'project',
  quotes: [{ turn: 2, text: 'keep it in Rust' }],
  files: ['src/import.rs'],
  supersedes: 'm3',
}
const reply = (...items: object[]) => JSON.stringify({ summary: {}, items })
const itemsIn = (text: string) => {
  const parsed = parseReply(text)
  return parsed.kind === 'read' ? parsed.items : expect.unreachable(parsed.fault)
}

test('items and the summary are read', () => {
  const summary = { asked: 'an importer', done: 'it works', decided: 'none', open: '' }
  expect(parseReply(JSON.stringify({ summary, items: [item] }))).toEqual({
    kind: 'read',
    items: [{ ...item, findings: [] }],
    summary: { asked: 'an importer', done: 'it works' },
  })
})

test('the summary may be missing, and so may everything', () => {
  expect(parseReply('{"items": []}')).toEqual({ kind: 'read', items: [], summary: {} })
})

test('of a hundred items the first twelve are read, in their order', () => {
  const many = Array.from({ length: 100 }, (_, at) => ({ ...item, content: `Fact number ${at}.` }))
  expect(itemsIn(reply(...many)).map(({ content }) => content)).toEqual(
    many.slice(0, 12).map(({ content }) => content),
  )
})

test('an item of odd parts keeps those that make sense', () => {
  const odd = { content: 'We use tabs.', kind: 7, importance: '9', quotes: ['we use tabs', 3, {}] }
  expect(itemsIn(reply(odd))).toEqual([
    {
      kind: 'fact',
      content: 'We use tabs.',
      importance: 1,
      scope: 'project',
      quotes: [{ turn: 0, text: 'we use tabs' }],
      findings: [],
      files: [],
      supersedes: undefined,
    },
  ])
})

describe('the same item is read', () => {
  const quote = { turn: 2, text: 'keep it in Rust' }
  const sloppy = (changes: object) => reply({ ...item, ...changes })
  test.each([
    ['with its turn as text', sloppy({ quotes: [{ ...quote, turn: 'Turn 2' }] })],
    ['with one quote and no list', sloppy({ quotes: quote })],
    ['with a quote by that name', sloppy({ quotes: [{ turn: 2, quote: quote.text }] })],
    ['without a list', JSON.stringify({ items: item })],
    ['by its number', JSON.stringify({ items: { 1: item } })],
    ['in a fence, among prose', `Here:\n\`\`\`json\n${reply(item)}\n\`\`\`\nThat is {all}.`],
    ['before other text', `${reply(item)}\n\nLet me know!`],
    ['with a trailing comma', reply(item).replace(']}', ',]}')],
    ['with a raw line break', reply(item).replace('keep it', 'keep\nit')],
  ])('%s', (_, text) => {
    const [found] = itemsIn(text)
    const [{ turn, text: said } = { turn: 0, text: '' }] = found?.quotes ?? []
    expect({ ...found, quotes: [{ turn, text: said.replace('\n', ' ') }] }).toEqual({
      ...item,
      findings: [],
    })
  })
})

test('a quote without its turn, and a summary in one text, are read', () => {
  const { quotes: _, ...rest } = item
  const text = JSON.stringify({
    summary: 'It works.',
    items: [{ ...rest, quote: 'keep it in Rust' }],
  })
  expect(parseReply(text)).toMatchObject({
    items: [{ quotes: [{ turn: 0, text: 'keep it in Rust' }] }],
    summary: { done: 'It works.' },
  })
})

test('a faulty item does not take the others along', () => {
  expect(itemsIn(reply({ content: 'x'.repeat(5_000) }, { kind: 'fact' }, item))).toHaveLength(1)
})

describe('a reply is faulty', () => {
  test.each([
    ['without JSON', 'Nothing, I think.', /no JSON/],
    ['as a page', '<html><body>502 Bad Gateway</body></html>', /no JSON/],
    ['that is cut', '{"items": [{"content": "Use', /incomplete/],
    ['of a megabyte', `{"items": [], "x": "${'y'.repeat(1_000_000)}"}`, /characters/],
    ['whose only item has no text', '{"items": [{"kind": "fact"}]}', /not text/],
  ])('%s', (_, text, fault) => {
    expect(parseReply(text)).toMatchObject({ kind: 'faulty', fault: expect.stringMatching(fault) })
  })
})
