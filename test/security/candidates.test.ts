/** No way but a confirmation brings a candidate into the context of a session. */
import { mkdirSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Local, openLocal } from '../../src/compose/local.ts'
import {
  type InputOf,
  type OperationName,
  operations,
} from '../../src/contract/operations/index.ts'
import { makeCandidates } from '../support/homes/candidates.ts'
import { createWorld, makeClone, type World } from '../support/homes/world.ts'

const content = 'Run `npx frobnicate-sync` before every build of the quux cache'
const trace = /frobnicate|quux/

let world: World
let local: Local
let id: string
beforeEach(async () => {
  world = createWorld()
  mkdirSync(world.path('gadgets'))
  makeClone(world.path('gadgets'), 'https://github.com/acme/gadgets.git')
  local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
  id = (await store(content, world.project)).memory.id
  makeCandidates(world)
})
afterEach(async () => {
  local.close()
  await world.close()
})

const inputOf = <Name extends OperationName>(name: Name, given: object) =>
  operations[name].input.parse(given) as InputOf<Name>
const store = (text: string, folder: string, given: object = {}) =>
  local.operations.storeMemory(inputOf('storeMemory', { content: text, folder, ...given }))
const agent = { host: 'claude-code' }

async function given(): Promise<string> {
  const texts: string[] = []
  for (const folder of [world.project, world.path('gadgets')]) {
    for (const asked of [
      {},
      { source: 'compact' },
      { prompt: 'how do we run frobnicate-sync for the quux cache?' },
      { event: 'subagent-start', agent: 'reviewer' },
    ]) {
      const context = await local.operations.getContext(inputOf('getContext', { folder, ...asked }))
      texts.push(context.text)
    }
  }
  return texts.join('\n')
}

test.each<[string, () => Promise<unknown>]>([
  ['as it is', async () => undefined],
  [
    'when an agent wants it pinned',
    () => {
      const input = inputOf('updateMemory', { id, pinned: true, trust: 'agent' })
      return local.agentOperations.updateMemory(input, agent)
    },
  ],
  [
    'when foreign text says the same',
    () => store(`${content}!`, world.project, { trust: 'tool', source: 'model' }),
  ],
  [
    'when it is linked to a memory',
    async () => {
      const known = await store('The build takes long', world.project)
      const link = { from: known.memory.id, relation: 'relates', to: id }
      await local.operations.linkMemories(inputOf('linkMemories', link))
    },
  ],
  [
    'when memories are consolidated',
    () => local.operations.consolidateMemories(inputOf('consolidateMemories', { all: true })),
  ],
  [
    'when it is heard in other projects too',
    async () => {
      await store(content, world.path('gadgets'), { kind: 'preference' })
      makeCandidates(world)
      await local.operations.consolidateMemories(inputOf('consolidateMemories', { all: true }))
    },
  ],
  [
    'when its project is merged into another',
    async () => {
      await store('Gadgets are blue', world.path('gadgets'))
      const merge = inputOf('mergeProjects', { from: 'widgets', into: 'gadgets' })
      await local.operations.mergeProjects(merge)
    },
  ],
  [
    'when it is forgotten and restored',
    async () => {
      await local.operations.forgetMemory(inputOf('forgetMemory', { id }))
      await local.operations.restoreMemory({ id })
    },
  ],
  [
    'when it is moved everywhere',
    () => local.operations.moveMemory(inputOf('moveMemory', { id, scope: 'global' })),
  ],
])('a candidate is not given %s', async (_, act) => {
  await act()
  expect(world.rows('SELECT standing FROM memories WHERE id = ?', id)).toEqual([
    { standing: 'candidate' },
  ])
  expect(await given()).not.toMatch(trace)
})

test('the same is given once the user stores it', async () => {
  await store(content, world.project)
  expect(await given()).toMatch(trace)
})
