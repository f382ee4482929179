import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import type { WikiState, WrittenPage } from '../../core/ports/wiki-states.ts'
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
