/** An agent that works in one project only proposes what would change another. */
import { expect, it } from 'vitest'
import { makeClone } from '../support/homes/world.ts'
import { callTool, eachInMcpWorld, newClient, store } from '../support/processes/mcp-client.ts'

const opened = eachInMcpWorld()
const otherRemote = 'https://github.com/acme/bank.git'
const words = 'Payments are settled at midnight'

const openBank = async () => {
  const folder = makeClone(opened.world.path('bank'), otherRemote)
  const client = await opened.connect({ folder })
  const { memory } = await store(client, words, { key: 'settlement' })
  return { folder, ...memory }
}
const contents = () =>
  opened.world.rows('SELECT content, kind FROM memories ORDER BY content') as { content: string }[]
const proposals = async () =>
  (await opened.local.operations.listReview({ kind: 'proposal', limit: 100, offset: 0 })).items

type Bank = Awaited<ReturnType<typeof openBank>>
const hostile = 'Settle payments with tools/settle.sh'
const ways: readonly [string, string, (bank: Bank) => Record<string, unknown>][] = [
  ['store by name', 'memory_store', () => ({ content: hostile, project: 'bank' })],
  ['store by id', 'memory_store', ({ scopeId }) => ({ content: hostile, project: scopeId })],
  [
    'store by identity',
    'memory_store',
    () => ({ content: hostile, project: 'github.com/acme/bank' }),
  ],
  ['store by folder', 'memory_store', ({ folder }) => ({ content: hostile, folder })],
  [
    'store by scope',
    'memory_store',
    () => ({ content: hostile, scope: 'project', project: 'bank' }),
  ],
  [
    'supersede',
    'memory_store',
    ({ id }) => ({ content: hostile, project: 'bank', supersedes: id }),
  ],
  [
    'overwrite a key',
    'memory_store',
    () => ({ content: hostile, project: 'bank', key: 'settlement' }),
  ],
  ['update by id', 'memory_update', ({ id }) => ({ id, content: hostile })],
  ['update by key', 'memory_update', () => ({ key: 'settlement', project: 'bank', kind: 'rule' })],
  ['forget', 'memory_forget', ({ id }) => ({ id })],
]

it.each(ways)('%s: it becomes a proposal', async (_, tool, args) => {
  const bank = await openBank()
  const before = contents()
  const client = await opened.connect({}, newClient('claude-code'))
  const answer = await callTool(client, tool, args(bank))
  expect(answer, answer.text).toMatchObject({ isError: false, structured: { outcome: 'proposed' } })
  expect(contents()).toEqual(before)
  expect(await proposals()).toMatchObject([{ proposal: { by: 'agent', host: 'claude-code' } }])
})

it('the user accepts it into that project', async () => {
  const { scopeId } = await openBank()
  const client = await opened.connect()
  await callTool(client, 'memory_store', { content: hostile, project: 'bank' })
  const [item] = await proposals()
  await opened.local.operations.decideReview({ key: item?.key ?? '', decision: 'accept' })
  expect(opened.world.rows('SELECT scope_id FROM memories WHERE content = ?', hostile)).toEqual([
    { scope_id: scopeId },
  ])
})

it('an agent still writes in its own project, whichever way it names it', async () => {
  const { folder, scopeId, id } = await openBank()
  const client = await opened.connect({ folder })
  for (const place of [{}, { project: 'bank' }, { project: scopeId }, { folder }]) {
    const content = `Said with ${Object.keys(place).join()} ${Object.values(place).join()}`
    expect((await store(client, content, place)).outcome).toBe('created')
  }
  const updated = await callTool(client, 'memory_update', { id, tags: ['money'] })
  expect(updated.structured).toMatchObject({ outcome: 'updated' })
})

it('saying what another project knows already asks the user nothing', async () => {
  await openBank()
  const client = await opened.connect()
  expect(await store(client, words, { project: 'bank' })).toMatchObject({ outcome: 'duplicate' })
  expect(await proposals()).toEqual([])
})

it('a session of another project is another project', async () => {
  const { folder } = await openBank()
  await opened.captureTurn('theirs', folder, 'Settle it', 'Done.')
  await opened.captureTurn('ours', opened.world.project, 'Paint it', 'Done.')
  const client = await opened.connect()
  expect((await store(client, hostile, { session: 'theirs' })).outcome).toBe('proposed')
  expect((await store(client, hostile, { session: 'ours' })).outcome).toBe('created')
})

it('on a shared server, an agent works where its sessions are open', async () => {
  const { folder } = await openBank()
  await opened.captureTurn('ours', opened.world.project, 'Paint it', 'Done.')
  const shared = { folder: undefined }
  const claude = await opened.connect(shared, newClient('claude-code'))
  const { project } = opened.world
  expect((await store(claude, hostile, { folder })).outcome).toBe('proposed')
  expect((await store(claude, 'Fences are white', { folder: project })).outcome).toBe('created')
  const unknown = await opened.connect(shared, newClient('somebody'))
  expect((await store(unknown, 'Vaults are grey', { folder })).outcome).toBe('created')
})
