/**
 * Vectors for the recall benchmarks, by the first model in a folder of models. They are kept in the
 * system's temporary folder: embedding the larger suites takes minutes.
 */
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findModel } from '../src/adapters/embedders/local/local.ts'
import { openEmbedder } from '../src/adapters/embedders/open-embedder.ts'
import { sha256 } from '../src/adapters/ids.ts'
import { configSchema } from '../src/contract/config.ts'
import { embedPending } from '../src/core/embedding/embed-pending.ts'
import { findNear, type NearResult } from '../src/core/embedding/find-near.ts'
import type { SearchDocument } from '../src/core/model/search-document.ts'
import type { Embedder } from '../src/core/ports/models.ts'
import type { SearchFilter, SearchReader } from '../src/core/ports/search-index.ts'
import { openVectors } from '../test/support/models/vectors.ts'

export async function openFolderEmbedder(folder: string): Promise<Embedder> {
  const model = findModel(folder)
  if (model === undefined) throw new Error(`${folder} has no OWNER/NAME/onnx with a model`)
  const input = { embeddings: { provider: 'local', model, folder } }
  const { embeddings } = configSchema.parse(input)
  return keepVectors(await openEmbedder(embeddings, { env: process.env, modelFolder: folder }))
}

/** One file per model: a line of JSON per text. */
function keepVectors(embedder: Embedder): Embedder {
  const folder = join(tmpdir(), 'throughline-bench-vectors')
  const file = join(folder, `${embedder.model.replace(/\W+/g, '-')}.jsonl`)
  mkdirSync(folder, { recursive: true })
  const known = new Map<string, Float32Array>()
  for (const line of existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []) {
    const [hash, vector] = JSON.parse(line) as [string, string]
    known.set(hash, new Float32Array(new Uint8Array(Buffer.from(vector, 'base64')).buffer))
  }
  return {
    ...embedder,
    async embed(texts, purpose, signal) {
      const hashes = texts.map((text) => sha256(`${purpose} ${text}`))
      const missing = texts.filter((_, at) => !known.has(hashes[at] ?? ''))
      const vectors = await embedder.embed(missing, purpose, signal)
      for (const [at, text] of missing.entries()) {
        const [hash, vector = new Float32Array()] = [sha256(`${purpose} ${text}`), vectors[at]]
        known.set(hash, vector)
        appendFileSync(
          file,
          `${JSON.stringify([hash, Buffer.from(vector.buffer).toString('base64')])}\n`,
        )
      }
      return hashes.map((hash) => known.get(hash) ?? new Float32Array(embedder.dimensions))
    },
  }
}

export interface EmbeddedStore {
  readonly search: SearchReader
  findNear(text: string, filter: SearchFilter): Promise<NearResult>
  close(): void
}

const neverStop = new AbortController().signal
const mostNear = 100

export async function openEmbeddedStore(
  documents: readonly SearchDocument[],
  embedder: Embedder,
): Promise<EmbeddedStore> {
  const { search, vectors, clock, close } = await openVectors()
  await search.put(documents)
  const ports = { embedder, vectors, clock, hash: sha256 }
  await embedPending(ports, { batchSize: 64, signal: neverStop })
  return {
    ...{ search, close },
    findNear: (text, filter) =>
      findNear(
        { text, filter, limit: mostNear, signal: neverStop },
        { embedder: async () => embedder, vectors },
      ),
  }
}
