import { expect, test } from 'vitest'
import { parseReply } from './parse-reply.ts'
import { exampleReplies } from './prompts.ts'

const item = {
  kind: 'decision',
  content: 'The API uses cursors, since offsets skipped rows under load.',
  importance: 0.7,
  tags: ['api', 'paging'],
  keywords: ['pagination', 'offset'],
  scope: 'project',
  basis: 'user',
  exchanges: [1],
  files: ['src/api.ts'],
  supersedes: '',
}
const { basis, ...rest } = item
const read = { ...rest, trust: basis, standing: 'memory', supersedes: undefined }

const itemsOf = (value: unknown) => {
  const parsed = parseReply(typeof value === 'string' ? value : JSON.stringify(value))
  if (parsed.kind === 'faulty') throw new Error(parsed.fault)
  return parsed.items
}
const readOne = (change: object) => itemsOf({ items: [{ ...item, ...change }] })[0]

test.each([
  ['as it was asked for', { items: [item] }],
  ['as a bare list', [item]],
  ['as a single item', item],
  ['under another name', { memories: [item] }],
  ['in a fence', `Here:\n\`\`\`json\n${JSON.stringify({ items: [item] }, null, 2)}\n\`\`\`\nBye.`],
  ['with trailing commas', JSON.stringify({ items: [item] }).replace(']}', ',],}')],
])('items are read %s', (_, reply) => {
  expect(itemsOf(reply)).toEqual([read])
})

test.each([['{"items": []}'], ['[]'], ['```json\n[]\n```'], ['Nothing: {"items": []}']])(
  '%s says that there is nothing',
  (reply) => {
    expect(itemsOf(reply)).toEqual([])
  },
)

test.each([
  ['no answer', '', /no JSON/],
  ['prose', 'There is nothing to keep here.', /no JSON/],
  ['a to-do list', '- [ ] write tests', /no JSON/],
  ['another object', '{"error": "overloaded"}', /no JSON/],
  [
    'JSON that ends early',
    '{"items": [{"kind": "fact", "content": "A whole item."}, {"ki',
    /complete/,
  ],
  ['items that are texts', '{"items": ["remember this"]}', /not an object/],
  ['items without content', '{"items": [{"kind": "fact"}]}', /not text/],
  ['content of another type', '{"items": [{"content": 7}]}', /not text/],
  ['content of spaces', '{"items": [{"content": "  "}]}', /it is empty/],
  [
    'content too long to be a statement',
    { items: [{ ...item, content: 'x'.repeat(701) }] },
    /too many/,
  ],
  ['a flood', `{"items": [${' '.repeat(60_000)}]}`, /too many/],
])('%s is a failed reply, not an empty one', (_, reply, fault) => {
  const text = typeof reply === 'string' ? reply : JSON.stringify(reply)
  expect(parseReply(text)).toEqual({ kind: 'faulty', fault: expect.stringMatching(fault) })
})

test('an item that cannot be kept takes none of the others with it', () => {
  expect(itemsOf({ items: [{ kind: 'fact' }, 'x', item] })).toEqual([read])
})

test.each([
  ['another tool’s word', 'debugging', 'fix'],
  ['capitals', ' Preference ', 'preference'],
  ['nobody’s word', 'insight', 'fact'],
  ['a number', 5, 'fact'],
  ['nothing', undefined, 'fact'],
])('a kind in %s becomes one of ours', (_, kind, expected) => {
  expect(readOne({ kind })?.kind).toBe(expected)
})

test('only the user lays down a rule', () => {
  expect(readOne({ kind: 'rule', basis: 'user' })?.kind).toBe('rule')
  expect(readOne({ kind: 'rule', basis: 'tool' })?.kind).toBe('procedure')
  expect(readOne({ kind: 'rule', basis: undefined })).toMatchObject({ trust: 'agent' })
})

test.each([
  [7, 1],
  [-1, 0],
  ['0.8', 0.8],
  ['high', 0.5],
  [null, 0.5],
])('an importance of %s is read as %s', (importance, expected) => {
  expect(readOne({ importance })?.importance).toBe(expected)
})

test('wrong types of optional fields are ignored', () => {
  expect(
    readOne({
      tags: 'api, paging',
      keywords: [1, ' a  b ', 'a b', {}],
      files: null,
      exchanges: 'all',
      scope: 9,
      supersedes: 'None',
    }),
  ).toMatchObject({
    tags: ['api', 'paging'],
    keywords: ['a b'],
    files: [],
    exchanges: [],
    scope: 'project',
    supersedes: undefined,
  })
})

test('the five most important are kept', () => {
  const items = [0.1, 0.9, 0.2, 0.8, 0.3, 0.7].map((importance) => ({
    ...item,
    content: `Number ${importance} of them matters.`,
    importance,
  }))
  expect(itemsOf({ items }).map(({ importance }) => importance)).toEqual([0.9, 0.8, 0.7, 0.3, 0.2])
})

test('an example that a small model repeats is not taken for a memory', () => {
  const [, reply = ''] = exampleReplies().split('\n')
  expect(JSON.parse(reply).items).toHaveLength(1)
  expect(itemsOf(reply)).toEqual([])
})
