import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sampleMemory } from '../../test/conformance/samples.ts'
import { createWorld, type World } from '../../test/support/homes/world.ts'
import {
  type EmbeddingServer,
  ollama,
  startEmbeddingServer,
} from '../../test/support/models/embedding-server.ts'
import { createRedactor } from '../adapters/redaction/redactor.ts'
import { tryLock } from '../adapters/sqlite/connection/process-lock.ts'
import { watchConfig } from '../home/config.ts'
import { createEmbeddings } from './embeddings.ts'
import { openLocal } from './local.ts'

const source = resolve(import.meta.dirname, '..')
const neverStop = new AbortController().signal

let world: World
beforeEach(async () => {
  world = createWorld()
  const { root } = world.paths
  const local = await openLocal({ root, userHome: world.userHome, env: {} })
  await local.store.transaction(async ({ memories }) => {
    const token = { content: 'users sign in with a token', contentHash: '01' }
    await memories.insert(sampleMemory('a', token))
    await memories.insert(sampleMemory('b', { content: 'ship on fridays', contentHash: '02' }))
  })
  local.close()
})
afterEach(() => world.close())

function open() {
  const config = watchConfig(world.paths.config, {})
  const redactor = createRedactor()
  return createEmbeddings({ paths: world.paths, config, env: {}, redactor })
}
const ask = (text: string) => ({ text, filter: {}, limit: 1, signal: neverStop })
const useServer = ({ url }: EmbeddingServer, more = {}) =>
  world.writeConfig({ embeddings: { provider: 'ollama', url }, ...more })

it('what waits is embedded and found', async () => {
  useServer(await startEmbeddingServer(ollama()))
  const embeddings = open()
  expect(await embeddings.embedPending({ signal: neverStop })).toMatchObject({ embedded: 2 })
  expect(await embeddings.findNear(ask('sign in token'))).toMatchObject({
    kind: 'found',
    documents: [{ id: 'a' }],
  })
  embeddings.close()
})

it('a provider that was away is asked again', async () => {
  const server = await startEmbeddingServer(ollama())
  useServer(server)
  const embeddings = open()
  await embeddings.embedPending({ signal: neverStop })
  const answer = server.answer
  server.answer = (_, response) => void response.socket?.destroy()
  expect(await embeddings.findNear(ask('token'))).toMatchObject({ kind: 'unavailable' })
  server.answer = answer
  expect(await embeddings.findNear(ask('token'))).toMatchObject({ kind: 'found' })
  embeddings.close()
})

it('changed settings count from the next question on', async () => {
  const first = await startEmbeddingServer(ollama())
  useServer(first)
  const embeddings = open()
  await embeddings.embedPending({ signal: neverStop })
  const second = await startEmbeddingServer(ollama())
  world.writeConfig({ embeddings: { provider: 'ollama', url: second.url, model: 'other-model' } })
  await embeddings.embedPending({ signal: neverStop })
  expect(second.requests.at(-1)?.body.model).toBe('other-model')
  expect(await (await embeddings.vectors()).counts()).toMatchObject({ embedded: 2, pending: 0 })
  embeddings.close()
})

it('only one process embeds at a time', async () => {
  useServer(await startEmbeddingServer(ollama()))
  const lock = tryLock(`${world.paths.run}/embed.lock`)
  const embeddings = open()
  expect(await embeddings.embedPending({ signal: neverStop })).toBeUndefined()
  lock?.release()
  expect(await embeddings.embedPending({ signal: neverStop })).toMatchObject({ embedded: 2 })
  embeddings.close()
})

it('off is off, whether embeddings are or everything is', async () => {
  const server = await startEmbeddingServer(ollama())
  for (const config of [
    {},
    { enabled: false, embeddings: { provider: 'ollama', url: server.url } },
  ]) {
    world.writeConfig(config)
    const embeddings = open()
    expect(await embeddings.embedPending({ signal: neverStop })).toBeUndefined()
    expect(await embeddings.findNear(ask('token'))).toMatchObject({ documents: [] })
    embeddings.close()
  }
  expect(server.requests).toEqual([])
})

describe('what is loaded', () => {
  it.each([
    'entry/cli/main.ts',
    'entry/daemon/main.ts',
    'compose/local.ts',
    'compose/embeddings.ts',
  ])('no embedder and no vector extension comes with %s', (entry) => {
    const loaded = [...followImports(resolve(source, entry))]
    const names = loaded.map((file) => (file.startsWith('/') ? relative(source, file) : file))
    expect(names).toContain(entry)
    expect(names.filter((name) => /embedders\/|vector-|sqlite-vec|huggingface/.test(name))).toEqual(
      [],
    )
  })

  it.each([
    ['off', false],
    ['ollama', true],
  ])('with provider %s the extension is in the process: %s', (provider, isLoaded) => {
    const embeddings = JSON.stringify(resolve(source, 'compose/embeddings.ts'))
    const contract = JSON.stringify(resolve(source, 'contract/config.ts'))
    const paths = JSON.stringify(world.paths)
    const script = `
      const { createEmbeddings } = await import(${embeddings})
      const { configSchema } = await import(${contract})
      const config = configSchema.parse({ embeddings: { provider: '${provider}' } })
      const parts = { paths: ${paths}, config: () => config, env: {}, redactor: undefined }
      const embeddings = createEmbeddings(parts)
      await embeddings.findNear({ text: 'x', filter: {}, limit: 1, signal: AbortSignal.abort() })
      if (embeddings.isOn()) {
        const vectors = await embeddings.vectors()
        await vectors.useModel({ model: 'm', dimensions: 2 })
        await vectors.nearest(Float32Array.of(1, 0), {}, 1)
      }
      const libraries = process.report.getReport().sharedObjects
      process.stdout.write(String(libraries.filter((name) => name.includes('vec0')).length))
      embeddings.close()
    `
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: world.env,
      encoding: 'utf8',
    })
    expect(stderr.replace(/^.*(ExperimentalWarning|--trace-warnings).*$/gm, '').trim()).toBe('')
    expect(JSON.parse(stdout)).toBe(isLoaded ? 1 : 0)
  })
})

/** What is loaded at the start; `import type` and `import()` are not. */
function followImports(entry: string): Set<string> {
  const found = new Set([entry])
  for (const file of found) {
    if (!file.startsWith('/')) continue
    const imports = /^(?:import|export)\s(?!type\b)(?:[^'";]*?\bfrom )?'([^']+)'/gm
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
      found.add(from.startsWith('.') ? resolve(dirname(file), from) : from)
    }
  }
  return found
}
