import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWorld, type World } from '../../test/support/homes/world.ts'
import { operations } from '../contract/operations/index.ts'
import type { JsonObject } from '../core/model/json.ts'
import { findHostProtocol, type Local, openLocal } from './local.ts'

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

function ask(name: string, fields: JsonObject): Promise<string> {
  const host = findHostProtocol('copilot')
  const event = host?.parse(name, { session_id: 's1', cwd: world.project, ...fields })
  if (!host || !event) throw new Error(`Copilot has no ${name}`)
  const until = Date.now() + 60_000
  const from = { folder: world.project, projectName: undefined, caller: {}, until }
  return local.context.answer(host, event, from)
}

test('two hooks of a session that ask at the same time get a memory once', async () => {
  const { storeMemory } = operations
  await local.operations.storeMemory(storeMemory.input.parse({ content: fact, scope: 'global' }))
  const answers = await Promise.all([
    ask('SessionStart', { source: 'new' }),
    ask('UserPromptSubmit', { prompt: 'How are invoices rendered?' }),
  ])
  expect(answers.join('').split(fact)).toHaveLength(2)
})
