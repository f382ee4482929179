import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import type { WikiState, WrittenPage } from '../../core/ports/wiki.ts'
import { openWikiStates } from './wiki-states.ts'

const page: WrittenPage = {
  ...{ hash: 'h', fingerprint: '1 2 3', compiled: 'c', generated: ['g'] },
  blocks: { '3f9a0c12de': { text: 't', content: 'm', kind: 'fact', version: 1 } },
  conflicts: [],
  hasRefused: false,
}
const soon = { 'a.md': { from: null, next: page }, 'b.md': { from: page, next: null } }
const state: WikiState = {
  ...{ folder: 'shop', cursor: '0000000000000007', builtAt: '2026-01-02T03:04:05.000Z' },
  ...{ pages: { 'concepts/cart.md': page }, held: {} },
}

test('a state is read as it was written, and ends what was announced', async () => {
  const states = openWikiStates(join(makeTemporaryFolder(), '.state'))
  expect(await states.read('global')).toEqual({ state: undefined, announced: undefined })
  await states.announce('global', soon)
  expect(await states.read('global')).toEqual({
    state: undefined,
    announced: soon,
  })
  await states.write('global', state)
  expect(await states.read('global')).toEqual({ state, announced: undefined })
  await states.remove('global')
  expect(await states.read('global')).toEqual({ state: undefined, announced: undefined })
})

test.each(['', '{"folder": "shop"', '{"folder":7}', 'null'])(
  'a damaged state (%j) is moved aside with a time and reported, not overwritten',
  async (damaged) => {
    const folder = makeTemporaryFolder()
    writeFileSync(join(folder, 'global.json'), damaged)
    const states = openWikiStates(folder)
    const { state: none, movedAside = '' } = await states.read('global')
    expect(none).toBeUndefined()
    expect(movedAside).toMatch(/global\.json\.corrupt-\d{4}-\d\d-\d\dT/)
    expect(readFileSync(movedAside, 'utf8')).toBe(damaged)
    expect(await states.movedAside()).toEqual([movedAside])
    expect(readdirSync(folder)).toHaveLength(1)
  },
)

describe('later builds', () => {
  const cart = state.pages['concepts/cart.md'] as WrittenPage
  const tax = { ...cart, hash: 'tax' }
  const second: WikiState = {
    ...state,
    ...{ cursor: '0000000000000008', builtAt: '2026-01-02T04:00:00.000Z' },
    pages: { ...state.pages, 'concepts/tax.md': tax },
  }
  const third: WikiState = {
    ...second,
    ...{ cursor: '0000000000000009', held: { '3f9a0c12de': 'm' } },
    pages: { 'concepts/tax.md': tax },
  }

  async function built() {
    const folder = makeTemporaryFolder()
    const states = openWikiStates(folder)
    for (const each of [state, second, third]) await states.write('global', each)
    const whole = join(folder, 'global.json')
    const builds = join(folder, 'global.builds.jsonl')
    return { folder, states, whole, builds }
  }

  test('are lines with what they changed, and read by another process', async () => {
    const { folder, builds } = await built()
    const [line = '', ...others] = readFileSync(builds, 'utf8').trim().split('\n')
    expect(others).toHaveLength(1)
    expect(Object.keys(JSON.parse(line).pages)).toEqual(['concepts/tax.md'])
    expect((await openWikiStates(folder).read('global')).state).toEqual(third)
  })

  test('one that was cut short did not happen, and the next one is whole again', async () => {
    const { folder, builds } = await built()
    appendFileSync(builds, '{"wholeId":"x","fold')
    const states = openWikiStates(folder)
    expect((await states.read('global')).state).toEqual(third)
    await states.write('global', second)
    expect(readdirSync(folder)).toEqual(['global.json'])
    expect((await openWikiStates(folder).read('global')).state).toEqual(second)
  })

  test('those that a kill left beside a newer whole state are not taken for its own', async () => {
    const { folder, states, builds } = await built()
    const left = readFileSync(builds, 'utf8')
    await states.write('global', state, { afresh: true })
    writeFileSync(builds, left)
    const others = openWikiStates(folder)
    expect((await others.read('global')).state).toEqual(state)
    await others.write('global', second)
    expect((await openWikiStates(folder).read('global')).state).toEqual(second)
  })

  test('a damaged line makes the state a damaged one', async () => {
    const { folder, builds } = await built()
    writeFileSync(builds, readFileSync(builds, 'utf8').replace('"folder"', '"fo'))
    const { state: none, movedAside } = await openWikiStates(folder).read('global')
    expect(none).toBeUndefined()
    expect(movedAside).toContain('global.json.corrupt-')
    expect(readdirSync(folder)).toHaveLength(2)
  })

  test('a state that is written afresh has no trace of pages that are gone', async () => {
    const { folder, states } = await built()
    await states.write('global', third, { afresh: true })
    expect(readdirSync(folder)).toEqual(['global.json'])
    expect(readFileSync(join(folder, 'global.json'), 'utf8')).not.toContain('cart')
  })

  test('become a whole state before they are much longer than one', async () => {
    const { states, builds, whole } = await built()
    const generated = Array.from({ length: 2_000 }, (_, n) => `line-${n}`)
    for (let n = 0; n < 20; n += 1) {
      const pages = { 'concepts/tax.md': { ...tax, hash: `${n}`, generated } }
      await states.write('global', { ...third, pages })
      const later = statSync(builds, { throwIfNoEntry: false })?.size ?? 0
      expect(later).toBeLessThan(100_000)
    }
    expect(statSync(whole).size).toBeGreaterThan(20_000)
  })

  test('a state of an earlier version can be built on', async () => {
    const folder = makeTemporaryFolder()
    writeFileSync(join(folder, 'global.json'), JSON.stringify(state))
    const states = openWikiStates(folder)
    expect((await states.read('global')).state).toEqual(state)
    await states.write('global', second)
    expect((await openWikiStates(folder).read('global')).state).toEqual(second)
  })
})
