/** How the memories of a start share and fill its lines. */
import { expect, test } from 'vitest'
import { daysAgo, idOf, openContext, topics } from '../../../../test/support/core/context.ts'
import type { MemoryKind } from '../../../contract/vocabulary.ts'
import { catchUpIndex } from '../../indexing/index-changes.ts'
import { countTokens } from '../../text/count-tokens.ts'

test('there are at most eight lines, and one says how much more there is', async () => {
  const { plan } = await openContext(topics(42))
  const { lines, left, text } = await plan()
  expect(lines).toHaveLength(8)
  expect(text).toMatch(
    /\n34 more memories here: memory_recall with the task in a few words\.\n<\/thr/,
  )
  expect(left).toHaveLength(32)
  expect(left[0]?.reason).toBe('8 rank higher (8 newer)')
})

test('where there is more than eight lines hold, memories about one subject share a line', async () => {
  const { plan, store } = await openContext([
    { id: idOf(901), content: 'Webhook signatures are checked on the raw body.' },
    { id: idOf(902), content: 'The webhook secret is rotated by hand.', kind: 'rule' },
    { id: idOf(903), content: 'Webhook tests need the stripe CLI.', scope: 'global' },
    ...topics(20),
  ])
  await catchUpIndex(store)
  const { text, lines, tokens } = await plan()
  const shared = text.split('\n').filter((line) => line.includes('ebhook'))
  expect(shared).toEqual([
    '- [agent 10 d 0000000386] The webhook secret is rotated by hand. · [fact 0000000385] Webhook signatures are checked on the raw body.',
    '- [agent 10 d 0000000387] Webhook tests need the stripe CLI.',
  ])
  expect(text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(8)
  expect(lines).toHaveLength(9)
  expect(lines.find(({ id }) => id === idOf(901))?.reason).toMatch(/ about the same as 0000000386$/)
  expect(tokens).toBe(countTokens(text))
})

test('a line is shared by three at most', async () => {
  const about = [...Array(6).keys()].map((at) => ({
    ...{ id: idOf(901 + at), content: `The webhook of Shop${at} is checked.` },
    updatedAt: daysAgo(1),
  }))
  const { plan, store } = await openContext([...about, ...topics(20)])
  await catchUpIndex(store)
  const { text } = await plan()
  const counts = text
    .split('\n')
    .map((line) => line.match(/webhook/g)?.length ?? 0)
    .filter((count) => count > 0)
  expect(counts).toEqual([3, 3])
})

test('where lines are full, other memories join the most similar ones, up to eighteen', async () => {
  const towns = ['Aachen', 'Bremen', 'Cottbus', 'Dresden']
  const parcels = [...Array(20).keys()].map((at) => ({
    ...{ id: idOf(901 + at), updatedAt: daysAgo(1) },
    kind: (at < 4 ? 'rule' : 'fact') as MemoryKind,
    content: `Parcel${at} leaves with Van${at} at Gate${at} for ${towns[at % 4]}.`,
  }))
  const { plan, store } = await openContext(parcels)
  await catchUpIndex(store)
  const { text, lines, left } = await plan()
  expect(text.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(8)
  expect(lines).toHaveLength(18)
  expect(left).toHaveLength(2)
})

test('the first five memories keep more of their text than the others', async () => {
  const { plan } = await openContext(
    topics(8).map((memory) => ({
      ...memory,
      content: `${memory.content} ${'word '.repeat(60)}`,
    })),
  )
  const lengths = (await plan()).lines.map(({ text }) => text.length)
  const [shortest, longest] = [Math.min(...lengths.slice(0, 5)), Math.max(...lengths.slice(5))]
  expect(shortest).toBeGreaterThan(longest * 1.3)
})

test('nothing more is promised where everything was given', async () => {
  const { plan } = await openContext(topics(3))
  expect((await plan()).text).not.toContain('more memor')
})

test('long lines are cut before one is left out', async () => {
  const long = topics(8).map((memory) => ({
    ...memory,
    content: `${memory.content} ${'word '.repeat(60)}`,
  }))
  const { plan } = await openContext(long)
  const { lines, tokens } = await plan()
  expect(lines.length).toBeGreaterThan(6)
  expect(tokens).toBeLessThanOrEqual(600)
  expect(lines.every(({ text }) => text.endsWith('…'))).toBe(true)
})

test('a long memory is cut, for the rest there is its id', async () => {
  const { plan } = await openContext([{ id: idOf(1), content: 'word '.repeat(200) }])
  const [line] = (await plan()).lines
  expect(line?.text.length).toBeLessThanOrEqual(320)
  expect(line?.text.endsWith('word…')).toBe(true)
})
