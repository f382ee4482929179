/** With the real weights and the real library. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { makeTemporaryFolder } from '../../../../test/support/homes/temporary-folder.ts'
import { waitFor } from '../../../../test/support/homes/world.ts'
import { modelName, testWithModel } from '../../../../test/support/models/real-model.ts'
import { configSchema } from '../../../contract/config.ts'
import { traitsOf } from '../../../core/embedding/model-traits.ts'
import { openEmbedder } from '../open-embedder.ts'
import { findModel } from './local.ts'

const { test, folder } = await testWithModel()

const open = (modelFolder = folder, given: object = {}, options: object = {}) =>
  openEmbedder(configSchema.parse({ embeddings: { provider: 'local', ...given } }).embeddings, {
    ...{ env: process.env, modelFolder, ...options },
  })

const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, x, at) => sum + x * (b[at] ?? 0), 0)

test('texts that mean nearly the same are nearer than others', async () => {
  const embedder = await open()
  expect(embedder).toMatchObject({ model: `local:${modelName}`, dimensions: 384 })
  const texts = ['how do we release', 'the deploy process', 'cats like fish']
  const [question, same, other] = await embedder.embed(texts, 'document')
  if (!question || !same || !other) throw new Error('no vectors')
  expect(Math.hypot(...question)).toBeCloseTo(1, 5)
  expect(cosine(question, same)).toBeGreaterThan(0.35)
  expect(cosine(question, other)).toBeLessThan(0.15)
})

test('the thresholds of the model tell what repeats, what answers and what is neither', async () => {
  const embedder = await open()
  const { answers = 1, saysSame = 1, repeats = 1 } = traitsOf(embedder.model)
  const pairs = [
    ['Log lines are JSON, one object per line', 'Logs are JSON with one object on each line'],
    [
      'The user wants a git commit after every finished step',
      'Make a git commit whenever a step is finished',
    ],
    ['when do releases happen', 'Releases are cut on Thursdays'],
    ['Log lines are JSON, one object per line', 'Log files are deleted after thirty days'],
    ['Releases are cut on Thursdays', 'The release notes are written by the support team'],
  ]
  const vectors = await embedder.embed(pairs.flat(), 'document')
  const told = pairs.map((_, at) => {
    const [one = new Float32Array(), other = new Float32Array()] = vectors.slice(2 * at)
    const similarity = cosine(one, other)
    if (similarity >= saysSame) return similarity >= repeats ? 'repeats' : 'says nearly the same'
    return similarity >= answers ? 'answers' : 'neither'
  })
  expect(told).toEqual(['repeats', 'repeats', 'answers', 'neither', 'neither'])
})

test('a text has one vector, whatever stands beside it', async () => {
  const embedder = await open(folder, {}, { batchSize: 2 })
  const long = 'a much longer text about something else entirely. '.repeat(40)
  const together = await embedder.embed(['short', long, '', '日本語'], 'document')
  expect(together).toHaveLength(4)
  expect(await embedder.embed(['short'], 'document')).toEqual([together[0]])
  expect(await embedder.embed([`${long}and what nobody reads`], 'document')).toEqual([together[1]])
})

test('a model is unloaded when nobody asks, and loaded again', async () => {
  const before = childrenOf()
  const embedder = await open(folder, {}, { idleMs: 500 })
  const [first] = await embedder.embed(['one'], 'query')
  const [started] = childrenOf().filter((pid) => !before.includes(pid))
  expect(started).toBeDefined()
  await waitFor('the model to be unloaded', () => !childrenOf().includes(started ?? 0))
  expect(await embedder.embed(['one'], 'query')).toEqual([first])
})

test('a model whose process was killed answers the next question', async () => {
  const embedder = await open()
  await embedder.embed(['one'], 'query')
  const asked = embedder.embed(Array(50).fill('one'), 'query')
  for (const pid of childrenOf()) process.kill(pid, 'SIGKILL')
  await expect(asked).rejects.toMatchObject({ code: 'model-unavailable' })
  expect(await embedder.embed(['one'], 'query')).toHaveLength(1)
})

test('what is not a model is refused with its reason', async () => {
  const models = makeTemporaryFolder()
  cpSync(join(folder, 'node_modules'), join(models, 'node_modules'), { recursive: true })
  mkdirSync(join(models, modelName, 'onnx'), { recursive: true })
  await expect(open(models)).rejects.toMatchObject({
    code: 'model-misconfigured',
    message: expect.stringContaining('there is no model in'),
  })
  const file = join(models, modelName, 'onnx', 'model.onnx')
  writeFileSync(file, 'this is no model')
  await expect(open(models)).rejects.toThrow('has no vocabulary of a BERT model')
  cpSync(join(folder, modelName, 'vocab.txt'), join(models, modelName, 'vocab.txt'))
  await expect(open(models)).rejects.toMatchObject({
    code: 'model-unavailable',
    message: expect.stringMatching(/^cannot run .*model\.onnx: .*protobuf/i),
    hint: 'throughline embeddings on installs it again',
  })
  rmSync(join(models, 'node_modules'), { recursive: true })
  await expect(open(models)).rejects.toThrow('onnxruntime-node is not installed')
})

test('a folder of yours is used instead of the home’s model', async () => {
  expect(findModel(folder)).toBe(modelName)
  const embedder = await open(folder, { model: modelName, folder, dimensions: 64 })
  const [vector = new Float32Array()] = await embedder.embed(['a b c'], 'document')
  expect(vector).toHaveLength(64)
  expect(Math.hypot(...vector)).toBeCloseTo(1, 5)
})

function childrenOf(): number[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
  return all.split('\n').flatMap((line) => {
    const [, pid, parent] = /^\s*(\d+)\s+(\d+)\s.*run-model\.js/.exec(line) ?? []
    return Number(parent) === process.pid ? [Number(pid)] : []
  })
}
