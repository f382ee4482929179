import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../../test/support/homes/world.ts'
import { answerHook } from '../../test/support/processes/answer-hook.ts'
import { operations } from '../contract/operations/index.ts'
import type { JsonObject } from '../core/model/json.ts'
import { type Local, openLocal } from './local.ts'

let world: World
let local: Local
beforeEach(async () => {
  world = createWorld()
  local = await openLocal({ root: world.paths.root, userHome: world.userHome, env: {} })
})
afterEach(async () => {
  await local.close()
  await world.close()
})

const fact = 'Invoices are rendered by Typst.'

const ask = (name: string, fields: JsonObject) =>
  answerHook(local, name, { host: 'copilot', session_id: 's1', cwd: world.project, ...fields })

test('two hooks of a session that ask at the same time get a memory once', async () => {
  const { storeMemory } = operations
  await local.operations.storeMemory(storeMemory.input.parse({ content: fact, scope: 'global' }))
  const answers = await Promise.all([
    ask('SessionStart', { source: 'new' }),
    ask('UserPromptSubmit', { prompt: 'How are invoices rendered?' }),
  ])
  expect(answers.join('').split(fact)).toHaveLength(2)
})
