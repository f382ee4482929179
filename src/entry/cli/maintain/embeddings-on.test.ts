/** The local model: downloaded from a server on loopback, run by the real library. */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished } from 'vitest'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { createWorld, type World } from '../../../../test/support/homes/world.ts'
import {
  copyLibrary,
  type ModelServer,
  modelName,
  sendFile,
  serveModel,
  tearOnce,
  testWithModel,
} from '../../../../test/support/models/real-model.ts'
import { runCli } from '../../../../test/support/processes/cli.ts'

const { test, folder } = await testWithModel()

let world: World
beforeEach(async () => {
  world = createWorld()
  await runCli(world, ['remember', 'We ship on Fridays', '--scope', 'global'])
})
afterEach(() => world.close())

const embeddings = (...args: string[]) => runCli(world, ['embeddings', ...args])
const models = () => join(world.paths.root, 'models')
const file = (name: string) => join(models(), modelName, name)
const weights = 'onnx/model_quantized.onnx'
const on = (server: ModelServer) => embeddings('on', '--url', server.url)

test('the model is downloaded, embeds what is stored, and is gone when switched off', async () => {
  copyLibrary(folder, models())
  const server = await serveModel(folder)
  const { stdout, code } = await on(server)
  expect(code).toBe(0)
  expect(stdout).toMatch(/^Installing all-MiniLM-L6-v2 \(22\.1 MB\) …\n\[1\/20\] /)
  expect(stdout).toContain('[20/20] 22.1 MB of 22.1 MB\nall-MiniLM-L6-v2 is installed.\n')
  expect(stdout).toContain(`local:${modelName} answers, with 384 dimensions.\n`)
  expect(stdout).toContain('1 document embedded')
  const found = await runCli(world, ['recall', 'when is the deployment', '--explain'])
  expect(found.stdout).toContain('We ship on Fridays')
  const again = await on(server)
  expect(again.stdout).not.toContain('MB')
  expect(server.asked).toHaveLength(2)
  expect((await embeddings('off')).stdout).toMatch(
    /^Embeddings are off; 1 vector and \d+\.\d MB of models deleted\.$/m,
  )
  expect(existsSync(models())).toBe(false)
})

test('a download that breaks off is continued where it ended', async () => {
  copyLibrary(folder, models())
  const server = await serveModel(folder)
  tearOnce(server, 5_000_000)
  expect((await on(server)).code).toBe(0)
  const [, first, second] = server.asked
  expect(first).toMatch(/onnx$/)
  expect(Number(/bytes=(\d+)-$/.exec(second ?? '')?.[1])).toBeGreaterThan(1_000_000)
  expect(statSync(file(weights)).size).toBe(22_972_370)
})

test('a server that goes away leaves what came, and the next run continues', async () => {
  copyLibrary(folder, models())
  const server = await serveModel(folder)
  server.answer = (content, request, response) => {
    if (content.length < 1_000_000) return sendFile(content, request, response)
    if (request.headers.range) return void response.socket?.destroy()
    response.writeHead(200, { 'content-length': content.length })
    response.write(content.subarray(0, 3_000_000), () => response.socket?.destroy())
  }
  const { code, stderr } = await on(server)
  expect(code).toBe(1)
  expect(stderr).toMatch(/^throughline: cannot download the model from 127\.0\.0\.1:\d+: \S/)
  expect(stderr).toContain('run it again to continue')
  expect((await embeddings('status')).stdout).toContain('off')
  server.answer = sendFile
  expect((await on(server)).code).toBe(0)
  expect(server.asked.at(-1)).toMatch(/ bytes=\d{7}-$/)
})

test.each([
  [
    'another file of the same length',
    (content: Buffer) => Buffer.alloc(content.length),
    /another checksum/,
  ],
  [
    'a longer file',
    (content: Buffer) => Buffer.concat([content, content]),
    /longer than the model/,
  ],
])('%s is deleted, not used', async (_, change, message) => {
  copyLibrary(folder, models())
  const server = await serveModel(folder)
  server.answer = (content, request, response) => sendFile(change(content), request, response)
  const { code, stderr } = await on(server)
  expect([code, stderr]).toEqual([1, expect.stringMatching(message)])
  expect(readdirSync(join(models(), modelName)).filter((name) => name !== 'onnx')).toEqual([])
})

test('a server without the model is an error, tried once', async () => {
  copyLibrary(folder, models())
  const server = await serveModel(makeTemporaryFolder())
  const { code, stderr } = await on(server)
  expect([code, stderr]).toEqual([1, expect.stringContaining('the server answered 404')])
  expect(server.asked).toHaveLength(1)
})

test('a folder with a model needs no download', async () => {
  copyLibrary(folder, models())
  const { code, stdout } = await embeddings('on', '--folder', folder)
  expect(code).toBe(0)
  expect(stdout).toContain(`local:${modelName} answers`)
  expect(existsSync(file('vocab.txt'))).toBe(false)
})

test.each(['an empty folder', 'a file', 'nothing'])('%s has no model', async (what) => {
  const path = join(makeTemporaryFolder(), 'models')
  if (what === 'an empty folder') mkdirSync(path)
  if (what === 'a file') writeFileSync(path, '')
  const { code, stderr } = await embeddings('on', '--folder', path)
  expect([code, stderr]).toEqual([2, expect.stringContaining(`there is no model in ${path}`)])
})

test('the library comes through the user’s npm, whose own words are shown when it fails', async () => {
  const bin = makeTemporaryFolder()
  const npm = join(bin, 'npm')
  const { PATH } = process.env
  process.env.PATH = `${bin}${delimiter}${PATH}`
  onTestFinished(() => {
    process.env.PATH = PATH
  })
  const run = () => embeddings('on', '--folder', folder)
  writeFileSync(
    npm,
    '#!/bin/sh\necho "npm error code E404\nnpm error not in this registry" >&2; exit 1\n',
    { mode: 0o755 },
  )
  const failed = await run()
  expect(failed.code).toBe(1)
  expect(failed.stderr).toContain('npm cannot install onnxruntime-node: not in this registry')
  expect(failed.stderr).toMatch(
    /npm install --prefix ".*models" --ignore-scripts onnxruntime-node@/,
  )
  writeFileSync(npm, `#!/bin/sh\n[ "$1" = ci ] && cp -r "${join(folder, 'node_modules')}" .\n`, {
    mode: 0o755,
  })
  expect((await run()).stdout).toContain('onnxruntime-node is installed.')
})
