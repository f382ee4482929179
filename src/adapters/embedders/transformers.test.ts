/** The real package downloads its models, so a package of the same shape stands for it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeEmbedder } from '../../../test/conformance/embedder.ts'
import { makeTemporaryFolder } from '../../../test/support/homes/temporary-folder.ts'
import { configSchema } from '../../contract/config.ts'
import { openEmbedder } from './open-embedder.ts'
import { findModel } from './transformers.ts'

const wordVectors = new URL('../../../test/support/models/word-vectors.ts', import.meta.url).href

const source = `
  import { wordVector } from '${wordVectors}'
  export const env = { cacheDir: 'elsewhere' }
  export const calls = []
  export async function pipeline(task, model, { dtype, progress_callback }) {
    if (model === 'missing') throw new Error('Could not locate file')
    progress_callback({ status: 'initiate', file: 'model.onnx' })
    progress_callback({ status: 'progress', file: 'model.onnx', progress: 50, loaded: 1, total: 2 })
    const { cacheDir, localModelPath, allowRemoteModels } = env
    calls.push({ task, model, dtype, cacheDir, localModelPath, allowRemoteModels })
    return async (texts, options) => {
      calls.push({ texts, options })
      const rows = texts.map((text) => wordVector(text, 16))
      return { dims: [rows.length, 16], data: Float32Array.from(rows.flat()) }
    }
  }
`

function install(text = source, name = 'index.mjs'): string {
  const folder = join(makeTemporaryFolder(), 'models')
  const home = join(folder, 'node_modules', '@huggingface', 'transformers')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), JSON.stringify({ exports: `./${name}` }))
  writeFileSync(join(home, name), text)
  return folder
}

const open = (modelFolder: string, given: object = {}, options: object = {}) =>
  openEmbedder(
    configSchema.parse({ embeddings: { provider: 'transformers', ...given } }).embeddings,
    { env: {}, modelFolder, ...options },
  )

async function callsIn(folder: string): Promise<Record<string, unknown>[]> {
  const file = join(folder, 'node_modules', '@huggingface', 'transformers', 'index.mjs')
  return (await import(/* @vite-ignore */ `file://${file}`)).calls
}

describeEmbedder('of transformers.js', async ({ batchSize }) => {
  const folder = install()
  const embedder = await open(folder, { batchSize, model: 'plain' })
  const calls = await callsIn(folder)
  return {
    embedder,
    batches: () => calls.flatMap(({ texts }) => (Array.isArray(texts) ? [texts] : [])),
  }
})

test('it is found in the home folder, keeps its models there, and tells of downloads', async () => {
  const folder = install()
  const downloads: unknown[] = []
  const onDownload = (...told: unknown[]) => downloads.push(told)
  const embedder = await open(folder, {}, { onDownload })
  await embedder.embed(['a'], 'query')
  expect(embedder.model).toBe('transformers:Xenova/all-MiniLM-L6-v2')
  expect(downloads).toEqual([['model.onnx', 0.5]])
  expect(await callsIn(folder)).toMatchObject([
    { task: 'feature-extraction', dtype: 'q8', cacheDir: join(folder, 'cache') },
    { texts: ['word'], options: { pooling: 'mean', normalize: true } },
    { texts: ['a'] },
  ])
})

test('a model in a folder of yours is used as it is there, and nothing is downloaded', async () => {
  const modelFolder = install()
  const folder = join(makeTemporaryFolder(), 'my-models')
  mkdirSync(join(folder, 'someone', 'small', 'onnx'), { recursive: true })
  expect(findModel(folder)).toBe('someone/small')
  await open(modelFolder, { model: 'someone/small', folder })
  const [call] = await callsIn(modelFolder)
  expect(call).toMatchObject({ dtype: 'fp32', localModelPath: folder, allowRemoteModels: false })
  writeFileSync(join(folder, 'someone', 'small', 'onnx', 'model_quantized.onnx'), '')
  await open(modelFolder, { model: 'someone/small', folder })
  expect((await callsIn(modelFolder)).filter(({ dtype }) => dtype)[1]).toMatchObject({
    dtype: 'q8',
  })
})

test('a long text is cut before it is read', async () => {
  const folder = install()
  await (await open(folder)).embed(['word '.repeat(2_000)], 'document')
  const sent = (await callsIn(folder)).flatMap(({ texts }) => texts ?? []) as string[]
  expect(Math.max(...sent.map(({ length }) => length))).toBeLessThan(1_000)
})

test('models that put the meaning into their first token are read there', async () => {
  const folder = install()
  await open(folder, { model: 'Xenova/bge-small-en-v1.5' })
  expect((await callsIn(folder))[1]).toMatchObject({ options: { pooling: 'cls' } })
})

test('vectors are shortened when fewer dimensions are asked for', async () => {
  const embedder = await open(install(), { dimensions: 8 })
  const [vector] = await embedder.embed(['a b c'], 'document')
  expect(vector).toHaveLength(8)
  expect(Math.hypot(...(vector ?? []))).toBeCloseTo(1, 5)
})

test('a CommonJS package will do', async () => {
  const text = `module.exports = Object.assign({}, { env: {}, pipeline: async () => async (texts) =>
    ({ dims: [texts.length, 2], data: texts.flatMap(() => [3, 4]) }) })`
  const embedder = await open(install(text, 'index.cjs'))
  expect(await embedder.embed(['a'], 'document')).toEqual([Float32Array.from([0.6, 0.8])])
})

test('when it is not installed the command that installs it is told', async () => {
  const folder = join(makeTemporaryFolder(), 'models')
  await expect(open(folder)).rejects.toMatchObject({
    code: 'model-misconfigured',
    message: '@huggingface/transformers is not installed',
    hint: `npm install --prefix "${folder}" @huggingface/transformers`,
  })
})

test('a broken installation is told as it is', async () => {
  await expect(open(install("throw new Error('no onnxruntime')"))).rejects.toMatchObject({
    code: 'model-misconfigured',
    message: 'cannot load @huggingface/transformers: no onnxruntime',
  })
})

test('a model that cannot be loaded is told', async () => {
  await expect(open(install(), { model: 'missing' })).rejects.toMatchObject({
    code: 'model-unavailable',
    message: 'cannot load the model missing: Could not locate file',
  })
})
