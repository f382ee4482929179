import { expect, test } from 'vitest'
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import type { ParsedBlock, ParsedPage } from '../model.ts'
import { decideEdits, type EditQuestion } from './decide-edits.ts'

const [a, b, c] = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc']
const hash = (text: string) => text.replace(/\s+/g, ' ').trim()

function written(texts: Record<string, string>) {
  const blocks = Object.entries(texts).map(([anchor, text]) => {
    return [anchor, { text, content: text, kind: 'fact' as MemoryKind, version: 1 }] as const
  })
  return Object.fromEntries(blocks)
}

function memoriesOf(texts: Record<string, string>) {
  const found = Object.entries(texts).map(([anchor, text]) => {
    return [anchor, { contentHash: text, kind: 'fact' as MemoryKind, version: 9 }] as const
  })
  return new Map(found)
}

type Line = readonly [anchor: string | undefined, text: string, rest?: Partial<ParsedBlock>]

function pageOf(...lines: readonly Line[]): ParsedPage {
  const blocks = lines.map(([anchor, text, rest], n) => ({
    ...{ anchor, text, isConflict: false, kind: undefined, heading: 'Facts', line: n + 1 },
    ...rest,
  }))
  return {
    ...{ frontMatter: undefined, title: '', introduction: undefined, blocks },
    ...{ passages: [], links: [], faults: [] },
  }
}

function decide(given: {
  built?: Record<string, Record<string, string>>
  touched: Record<string, ParsedPage | undefined>
  memories?: Record<string, string>
  rest?: Partial<EditQuestion>
}) {
  const built = Object.entries(given.built ?? {}).map(([page, texts]) => {
    return [page, written(texts)] as const
  })
  const { edits, conflicts, returned } = decideEdits({
    built: new Map(built),
    touched: new Map(Object.entries(given.touched)),
    memories: memoriesOf(given.memories ?? {}),
    ...{ formerTexts: new Map(), held: new Set(), restored: new Set(), hash },
    ...given.rest,
  })
  return { edits, conflicts: Object.fromEntries(conflicts), returned: [...returned] }
}

const conflict = { isConflict: true }
const nothing = { edits: [], conflicts: {}, returned: [] }

test('an untouched wiki has no edits, however its memories changed', () => {
  const built = { 'p.md': { [a]: 'old', [b]: 'gone' } }
  expect(decide({ built, touched: {}, memories: { [a]: 'new' } })).toEqual(nothing)
})

test('changed text of a block is a revision', () => {
  const built = { 'p.md': { [a]: 'old', [b]: 'same' } }
  const touched = { 'p.md': pageOf([a, 'edited'], [b, 'same\n']) }
  const { edits } = decide({ built, touched, memories: { [a]: 'old', [b]: 'same' } })
  expect(edits).toEqual([
    { type: 'revise', anchor: a, page: 'p.md', text: 'edited', kind: undefined },
  ])
})

test('a changed kind is a revision without other words', () => {
  const touched = { 'p.md': pageOf([a, 'old', { kind: 'rule' }], [b, 'same', { kind: 'fact' }]) }
  const built = { 'p.md': { [a]: 'old', [b]: 'same' } }
  const { edits } = decide({ built, touched, memories: { [a]: 'old', [b]: 'same' } })
  expect(edits).toEqual([{ type: 'revise', anchor: a, page: 'p.md', kind: 'rule' }])
})

test('what only the memory changed is no edit', () => {
  const built = { 'p.md': { [a]: 'old' } }
  const touched = { 'p.md': pageOf([a, 'old']) }
  expect(decide({ built, touched, memories: { [a]: 'new' } })).toEqual(nothing)
})

test('both sides changed: a conflict, unless they agree', () => {
  const built = { 'p.md': { [a]: 'old', [b]: 'old' } }
  const touched = { 'p.md': pageOf([a, 'edited'], [b, 'new']) }
  expect(decide({ built, touched, memories: { [a]: 'new', [b]: 'new' } })).toEqual({
    ...nothing,
    conflicts: { [a]: 'edited' },
  })
})

test('a conflict stays open while both sides are on the page', () => {
  const built = { 'p.md': { [a]: 'new' } }
  const touched = { 'p.md': pageOf([a, 'new'], [a, 'edited', conflict]) }
  const question = { built, touched, memories: { [a]: 'new' } }
  expect(decide(question)).toEqual({ ...nothing, conflicts: { [a]: 'edited' } })
})

test('other words for a side of an open conflict that changed too are new', () => {
  const built = { 'p.md': { [a]: 'old' } }
  const touched = { 'p.md': pageOf([a, 'third'], [a, 'edited', conflict]) }
  const { edits, conflicts } = decide({ built, touched, memories: { [a]: 'new' } })
  expect(edits).toMatchObject([{ type: 'create', text: 'third', anchor: undefined }])
  expect(conflicts).toEqual({ [a]: 'edited' })
})

test("deleting the memory's side chooses the page's", () => {
  const built = { 'p.md': { [a]: 'new' } }
  const touched = { 'p.md': pageOf([a, 'edited', conflict]) }
  const { edits, conflicts } = decide({ built, touched, memories: { [a]: 'new' } })
  expect(edits).toEqual([{ type: 'revise', anchor: a, page: 'p.md', text: 'edited' }])
  expect(conflicts).toEqual({})
})

test("deleting the page's side chooses the memory's", () => {
  const built = { 'p.md': { [a]: 'new' } }
  const touched = { 'p.md': pageOf([a, 'new']) }
  expect(decide({ built, touched, memories: { [a]: 'new' } })).toEqual(nothing)
})

test("the page's side of a conflict outlives its memory", () => {
  const built = { 'p.md': { [a]: 'new' } }
  const touched = { 'p.md': pageOf([a, 'new'], [a, 'edited', conflict]) }
  const { edits } = decide({ built, touched })
  expect(edits).toMatchObject([{ type: 'create', text: 'edited', anchor: undefined }])
})

test('a removed block is forgotten, and so are those of a removed page', () => {
  const built = { 'p.md': { [a]: 'one', [b]: 'two' }, 'q.md': { [c]: 'three' } }
  const touched = { 'p.md': pageOf([a, 'one']), 'q.md': undefined }
  const memories = { [a]: 'one', [b]: 'two', [c]: 'three' }
  expect(decide({ built, touched, memories }).edits).toEqual([
    { type: 'forget', anchor: b, page: 'p.md' },
    { type: 'forget', anchor: c, page: 'q.md' },
  ])
})

test('a removed block whose memory changed, or was restored, is not forgotten', () => {
  const built = { 'p.md': { [a]: 'one', [b]: 'two' } }
  const rest = { restored: new Set([b]) }
  const memories = { [a]: 'changed', [b]: 'two' }
  expect(decide({ built, touched: { 'p.md': pageOf() }, memories, rest })).toEqual(nothing)
})

test('a block that moved to another page is the same memory', () => {
  const built = { 'p.md': { [a]: 'one' }, 'q.md': {} }
  const memories = { [a]: 'one' }
  const moved = { 'p.md': pageOf(), 'q.md': pageOf([a, 'one']) }
  expect(decide({ built, touched: moved, memories })).toEqual(nothing)
  const reworded = { 'p.md': pageOf(), 'q.md': pageOf([a, 'two']) }
  expect(decide({ built, touched: reworded, memories }).edits).toMatchObject([
    { type: 'revise', anchor: a, text: 'two' },
  ])
})

test('a copied line with other words is new; a plain copy is nothing', () => {
  const built = { 'p.md': { [a]: 'one' } }
  const touched = { 'p.md': pageOf([a, 'one'], [a, 'one'], [a, 'two']) }
  expect(decide({ built, touched, memories: { [a]: 'one' } }).edits).toMatchObject([
    { type: 'create', text: 'two', anchor: undefined },
  ])
})

test('after a kill the block may be on its old and its new page; the edited one wins', () => {
  const built = { 'old.md': { [a]: 'one' }, 'new.md': { [a]: 'one' } }
  const touched = { 'old.md': pageOf([a, 'edited']), 'new.md': pageOf([a, 'one']) }
  expect(decide({ built, touched, memories: { [a]: 'one' } }).edits).toMatchObject([
    { type: 'revise', anchor: a, text: 'edited' },
  ])
})

test('a list item without an anchor is a new memory, of the kind of its section', () => {
  const touched = { 'p.md': pageOf([undefined, 'new', { kind: 'fix' }], [undefined, '']) }
  expect(decide({ touched }).edits).toEqual([
    ...[{ type: 'create', page: 'p.md', line: 1, heading: 'Facts', text: 'new', kind: 'fix' }],
  ])
})

test('an edited block whose memory is gone becomes a new one; an unedited block goes', () => {
  const built = { 'p.md': { [a]: 'one', [b]: 'two' } }
  const touched = { 'p.md': pageOf([a, 'edited'], [b, 'two']) }
  expect(decide({ built, touched }).edits).toMatchObject([
    { type: 'create', text: 'edited', anchor: undefined },
  ])
})

test('an unknown anchor is passed on, since it may be in the archive', () => {
  const touched = { 'p.md': pageOf([a, 'one']) }
  expect(decide({ touched }).edits).toMatchObject([{ type: 'create', text: 'one', anchor: a }])
})

test('without a known build: the same is fine, a former text is old, other words are a conflict', () => {
  const touched = { 'p.md': pageOf([a, 'one'], [b, 'former'], [c, 'edited']) }
  const memories = { [a]: 'one', [b]: 'two', [c]: 'three' }
  const rest = { formerTexts: new Map([[b, new Map([['former', 1]])]]) }
  expect(decide({ touched, memories, rest })).toEqual({ ...nothing, conflicts: { [c]: 'edited' } })
})

test('what a memory said after the last build is no edit; what it said before is one', () => {
  const built = { 'p.md': { [a]: 'old', [b]: 'old' } }
  const touched = { 'p.md': pageOf([a, 'later'], [b, 'earlier']) }
  const said = (text: string, version: number) => new Map([[text, version]])
  const rest = {
    formerTexts: new Map([
      [a, said('later', 2)],
      [b, said('earlier', 1)],
    ]),
  }
  const memories = { [a]: 'new', [b]: 'new' }
  const { edits, conflicts } = decide({ built, touched, memories, rest })
  expect({ edits, conflicts }).toEqual({ edits: [], conflicts: { [b]: 'earlier' } })
})

test('a removed block that waits for confirmation may come back, in other words too', () => {
  const touched = { 'p.md': pageOf([a, 'one'], [b, 'edited']) }
  const rest = { held: new Set([a, b, c]) }
  const memories = { [a]: 'one', [b]: 'two', [c]: 'three' }
  expect(decide({ touched, memories, rest })).toMatchObject({
    edits: [{ type: 'revise', anchor: b, text: 'edited' }],
    returned: [a, b],
  })
})
