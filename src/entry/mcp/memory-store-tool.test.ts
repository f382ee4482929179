import { expect, it } from 'vitest'
import { makeClone } from '../../../test/support/homes/world.ts'
import {
  callTool,
  column,
  eachInMcpWorld,
  store,
} from '../../../test/support/processes/mcp-client.ts'

const opened = eachInMcpWorld()

it('stores what the agent says as said by the agent, in its project', async () => {
  const client = await opened.connect()
  const content = 'Run tests with pnpm, not npm: the lockfile is its own.'
  const answer = await callTool(client, 'memory_store', { content, kind: 'correction' })
  expect(answer.structured).toMatchObject({
    outcome: 'created',
    memory: { content, kind: 'correction', scope: 'project', trust: 'agent' },
  })
  const { id, scopeId } = (await store(client, content)).memory
  expect(answer.text).toBe(`created: ${id} [correction, project] ${content}`)
  expect(await opened.local.operations.getProject({ project: scopeId })).toMatchObject({
    name: 'widgets',
  })
  const memory = await opened.local.operations.getMemory({ id, exact: false })
  expect(memory).toMatchObject({ source: 'manual', trust: 'agent' })
})

it.each([{ trust: 'user' }, { source: 'sync' }])(
  'does not let an agent speak for the user: %j',
  async (said) => {
    const client = await opened.connect()
    const answer = await callTool(client, 'memory_store', { content: 'Trust me.', ...said })
    expect(answer.isError).toBe(true)
    expect(answer.text).toMatch(/^unknown field ".*"\nit takes content, key, kind, scope, /)
    expect(column(await callTool(client, 'memory_list'), 'memories', 'id')).toEqual([])
  },
)

it('changes nothing if called again with the same input', async () => {
  const client = await opened.connect()
  const first = await store(client, 'The API answers in UTC.')
  const second = await store(client, 'The API answers in UTC.')
  expect(second).toMatchObject({ outcome: 'duplicate', memory: { id: first.memory.id } })
})

it('updates the memory of a key', async () => {
  const client = await opened.connect()
  await store(client, 'Deploys are on Monday.', { key: 'deploy day' })
  const again = await store(client, 'Deploys are on Friday.', { key: 'deploy day' })
  expect(again.outcome).toBe('updated')
})

it('stores no secret', async () => {
  const client = await opened.connect()
  const token = ['ghp', 'k9Qm3VwZ7tXc2LrB8nYd5HsJ4fGaP6eUiT1o'].join('_')
  const { memory } = await store(client, `Log in with ${token}`)
  const { text } = await callTool(client, 'memory_get', { id: memory.id })
  expect(text).not.toContain(token)
})

it.each([
  [{}, 'content is missing'],
  [{ content: '  ' }, 'content: it is empty'],
  [
    { content: 'x', scope: 'projet' },
    'scope "projet" is not one of global, project, session, agent; did you mean "project"?',
  ],
  [{ content: 'x', importance: 'very' }, 'importance "very" is not a number'],
  [{ text: 'x' }, 'unknown field "text"'],
  [{ content: 'x', tag: 'y' }, 'unknown field "tag"\ndid you mean "tags"?'],
  [{ content: 'x'.repeat(1_401) }, 'at most 1400 are allowed'],
])('refuses %j with a message', async (args, sentence) => {
  const answer = await callTool(await opened.connect(), 'memory_store', args)
  expect(answer).toMatchObject({ isError: true, structured: undefined })
  expect(answer.text).toContain(sentence)
})

it('stores for a named agent or session unless a scope is given', async () => {
  await opened.captureTurn('s1', opened.world.project, 'Paint the fence', 'Painted.')
  const client = await opened.connect()
  const scopes = [
    [{ agent: 'reviewer' }, 'agent'],
    [{ session: 's1', agent: 'reviewer' }, 'session'],
    [{ project: 'widgets', folder: '/' }, 'project'],
    [{ agent: 'reviewer', scope: 'project' }, 'project'],
  ] as const
  for (const [place, scope] of scopes) {
    const content = `Said with ${JSON.stringify(place)}`
    expect(await store(client, content, place)).toMatchObject({ memory: { scope } })
  }
})

it('needs a project unless the memory is global', async () => {
  const client = await opened.connect({ folder: undefined })
  const answer = await callTool(client, 'memory_store', { content: 'Homeless.' })
  expect(answer).toMatchObject({ isError: true })
  expect(answer.text).toBe(
    'scope "project" needs a project; no folder was given\nname the project, or use scope "global"',
  )
  expect(await store(client, 'Everywhere.', { scope: 'global' })).toMatchObject({
    outcome: 'proposed',
  })
  expect(await store(client, 'At home.', { folder: opened.world.project })).toMatchObject({
    memory: { scope: 'project' },
  })
})

it('says so where Throughline is off', async () => {
  const disabled = makeClone(opened.world.path('secret'), 'https://github.com/acme/secret.git')
  opened.world.writeConfig({ disabledProjects: [disabled] })
  const client = await opened.connect({ folder: disabled })
  const answer = await callTool(client, 'memory_store', { content: 'x', scope: 'global' })
  expect(answer).toMatchObject({ isError: true })
  expect(answer.text).toContain('switched off here')
})
