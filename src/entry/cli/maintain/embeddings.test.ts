import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { documentOf } from '../../../../test/conformance/vector-index.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import {
  type Answer,
  type EmbeddingServer,
  ollama,
  openai,
  refuse,
  startEmbeddingServer,
} from '../../../../test/support/models/embedding-server.ts'
import { addChange } from '../../../../test/support/models/vectors.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'
import { Database } from '../../../adapters/sqlite/connection/database.ts'
import { createSearchIndex } from '../../../adapters/sqlite/search/search-index.ts'
import { openLocal } from '../../../compose/local.ts'

let world: World
beforeEach(async () => {
  world = createWorld()
  const { root, database: file } = world.paths
  const local = await openLocal({ root, userHome: world.userHome, env: {} })
  local.close()
  const database = new Database(file)
  for (const id of ['a', 'b', 'c']) {
    await createSearchIndex(database).put([documentOf(id)])
    addChange(database, 'memory', id)
  }
  database.close()
})
afterEach(() => world.close())

const embeddings = (...args: string[]) => runCli(world, ['embeddings', ...args])
const json = async (...args: string[]) => JSON.parse((await embeddings(...args, '--json')).stdout)
const config = () => JSON.parse(readFileSync(world.paths.config, 'utf8')).embeddings
const vectorCount = () => world.rows('SELECT count(*) AS count FROM vectors')[0]?.count

async function switchOn(answer: Answer = ollama()): Promise<EmbeddingServer> {
  const server = await startEmbeddingServer(answer)
  expect((await embeddings('on', 'ollama', '--url', server.url)).code).toBe(0)
  return server
}

it('embeddings are off at first, and reading the status changes nothing', async () => {
  expect((await embeddings('status')).stdout).toBe('provider  off (throughline embeddings on)\n')
  expect(await json('status')).toEqual({ provider: 'off', embedded: 0, pending: 0, bytes: 0 })
})

it('switching on names the model, saves the settings and embeds everything', async () => {
  const server = await startEmbeddingServer(ollama())
  const { stdout, code } = await embeddings('on', 'ollama', '--url', server.url)
  expect(code).toBe(0)
  expect(stdout).toContain('ollama:nomic-embed-text answers, with 16 dimensions.\n')
  expect(stdout).toContain('Embedding 3 documents: less than a minute.\n')
  expect(stdout).toContain('[20/20] 3 of 3\n3 documents embedded\n')
  expect(stdout).toMatch(/3 documents of ollama:nomic-embed-text have a vector\.\n$/)
  expect(config()).toMatchObject({ provider: 'ollama', url: server.url, model: '' })
  expect((await embeddings('status')).stdout).toMatch(/vectors +3 documents, 48 B\nwaiting +0/)
})

it('recall --explain says that a hit was found by its meaning', async () => {
  await runCli(world, ['remember', 'tokens expire after an hour', '--scope', 'global'])
  await switchOn()
  const run = await runCli(world, ['recall', 'tokens that expire in an hour', '--explain'])
  expect(run.stdout).toMatch(/its meaning \([+−]0\.\d\d\)/)
  expect(run.stdout).not.toContain('contains the text as it is written')
})

it('switching on can leave the work to the daemon', async () => {
  const server = await startEmbeddingServer(ollama())
  expect(await json('on', 'ollama', '--url', server.url, '--later')).toEqual({
    provider: 'ollama',
    model: 'ollama:nomic-embed-text',
    dimensions: 16,
    embedded: 0,
    pending: 3,
    bytes: 0,
  })
})

it('switching on a provider that does not work says what to do and changes nothing', async () => {
  const server = await startEmbeddingServer(refuse(404, { error: 'model not found' }))
  const run = await embeddings('on', 'ollama', '--url', server.url)
  expect(run).toMatchObject({ code: 1, stdout: '' })
  expect(run.stderr).toBe(
    'throughline: Ollama answered 404: model not found\n  ollama pull nomic-embed-text\n',
  )
  expect(() => config()).toThrow()
})

it.each([
  [['on', 'olama'], /olama|one of/i],
  [['on', 'ollama', '--url', 'nowhere'], /url/],
  [['on', 'ollama', '--dimensions', 'many'], /dimensions/],
])('%j is refused', async (args, message) => {
  const { code, stderr } = await embeddings(...args)
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
})

it('another provider does not inherit the settings of the previous one', async () => {
  await switchOn()
  const server = await startEmbeddingServer(openai(8))
  await embeddings('on', 'openai-compatible', '--url', `${server.url}/v1`, '--model', 'm')
  expect(config()).toMatchObject({ provider: 'openai-compatible', model: 'm' })
  expect(await json('status')).toMatchObject({ dimensions: 8, embedded: 3, pending: 0, bytes: 24 })
})

it('the key is never written or shown', async () => {
  const server = await startEmbeddingServer(openai())
  const args = ['on', 'openai-compatible', '--url', server.url, '--api-key-variable', 'MY_KEY']
  const key = 'sk-very-secret'
  const run = await runCli(world, ['embeddings', ...args], { env: { MY_KEY: key } })
  expect(run.code).toBe(0)
  expect(server.requests[0]?.authorization).toBe(`Bearer ${key}`)
  expect(readFileSync(world.paths.config, 'utf8') + run.stdout + run.stderr).not.toContain(key)
})

it('rebuild embeds everything again with the present number of dimensions', async () => {
  const server = await switchOn()
  server.answer = ollama(12)
  const { stdout } = await embeddings('rebuild')
  expect(stdout).toContain('with 12 dimensions.')
  expect(await json('status')).toMatchObject({ dimensions: 12, embedded: 3, pending: 0 })
})

it('rebuild while they are off is refused', async () => {
  const { code, stderr } = await embeddings('rebuild')
  expect(code).toBe(2)
  expect(stderr).toContain('embeddings are off')
})

it('a failure half way keeps the finished part', async () => {
  const server = await switchOn()
  server.answer = (request, response) =>
    (request.body.input.length > 1 ? refuse(500, 'oops') : ollama())(request, response)
  const { code, stderr } = await embeddings('rebuild')
  expect(code).toBe(1)
  expect(stderr).toContain('Ollama answered 500: oops')
  expect(await json('status')).toMatchObject({ embedded: 0, pending: 3 })
})

it('doctor checks vectors, and a rebuilt index drops orphaned ones', async () => {
  const examined = async () => (await runCli(world, ['doctor', '--all'])).stdout
  expect(await examined()).not.toContain('vectors')
  await switchOn()
  expect(await examined()).toMatch(/^✓ vectors: sound, 3 documents, 0 waiting$/m)
  const database = new Database(world.paths.database)
  database.run("DELETE FROM search_documents WHERE id = 'a'")
  database.close()
  expect(await examined()).toMatch(
    /^✗ vectors: 1 vectors belong to no document\n {4}throughline re/m,
  )
  expect((await runCli(world, ['rebuild'])).code).toBe(0)
  expect(vectorCount()).toBe(0)
  expect(await examined()).toMatch(/^✓ vectors: sound/m)
})

it('switching off deletes every vector', async () => {
  await switchOn()
  expect(vectorCount()).toBe(3)
  expect((await embeddings('off')).stdout).toBe('Embeddings are off; 3 vectors deleted.\n')
  expect(vectorCount()).toBe(0)
  expect(config().provider).toBe('off')
})
