/** Vectors, on a separate database connection. Loads nothing while embeddings are off. */
import { join } from 'node:path'
import type { OpenEmbedderOptions } from '../adapters/embedders/open-embedder.ts'
import { sha256 } from '../adapters/ids.ts'
import type { Config } from '../contract/config.ts'
import type { MemoryMeanings } from '../core/embedding/compare-memories.ts'
import type { EmbedOptions, EmbedProgress } from '../core/embedding/embed-pending.ts'
import type { NearQuestion, NearResult } from '../core/embedding/find-near.ts'
import type { Embedder } from '../core/ports/models.ts'
import type { Redactor } from '../core/ports/redactor.ts'
import type { VectorIndex } from '../core/ports/search-index.ts'
import type { HomePaths } from '../home/paths.ts'
import { systemClock } from './surroundings.ts'

export interface EmbeddingsParts {
  readonly paths: HomePaths
  readonly config: () => Config
  readonly env: Readonly<Record<string, string | undefined>>
  readonly redactor: Redactor
}

interface MissingPart {
  readonly name: string
  /** The size of the download. */
  readonly bytes: number
  /** Keeps partial downloads. @param onProgress called with the bytes received, if known */
  install(signal: AbortSignal, onProgress: (bytes: number) => void): Promise<void>
}

export interface Embeddings {
  /** According to the current configuration. */
  isOn(): boolean
  /** Works even while embeddings are off. */
  vectors(): Promise<VectorIndex>
  /** The model in a folder of the user's, as `owner/name`. */
  modelIn(folder: string): Promise<string | undefined>
  /** What the local model lacks; nothing for other providers. */
  missing(settings: Config['embeddings']): Promise<readonly MissingPart[]>
  /** Requests a vector from the provider, with these settings or the configured ones. */
  tryOut(settings?: Config['embeddings'], signal?: AbortSignal): Promise<Embedder>
  /** Deletes every vector and the local model. @returns how much of each */
  remove(): Promise<{ readonly vectors: number; readonly bytes: number }>
  /** @returns undefined while embeddings are off or another process embeds */
  embedPending(options: EmbedOptions): Promise<EmbedProgress | undefined>
  /** Finds nothing while embeddings are off. */
  findNear(question: NearQuestion): Promise<NearResult>
  /** @returns undefined while embeddings are off */
  readMeanings(ids: readonly string[]): Promise<MemoryMeanings | undefined>
  close(): void
}

export function createEmbeddings(parts: EmbeddingsParts): Embeddings {
  const { paths, config, redactor } = parts
  const isOn = () => config().enabled && config().embeddings.provider !== 'off'
  let opened: Promise<OpenVectors> | undefined
  let inUse: { readonly settings: string; readonly embedder: Promise<Embedder> } | undefined

  const vectors = async () => {
    opened ??= openVectors(paths.database)
    return (await opened).index
  }

  async function open(
    settings: Config['embeddings'],
    options: Partial<OpenEmbedderOptions>,
  ): Promise<Embedder> {
    const { openEmbedder } = await import('../adapters/embedders/open-embedder.ts')
    const { redactEmbedder, redactError } = await import('../core/embedding/redact-embedder.ts')
    const { models: modelFolder } = paths
    try {
      const embedder = await openEmbedder(settings, { env: parts.env, modelFolder, ...options })
      return redactEmbedder(embedder, redactor)
    } catch (error) {
      throw redactError(error, redactor)
    }
  }

  /** Kept until the settings change; opened again after a failure. */
  function embedder(): Promise<Embedder> {
    const settings = JSON.stringify(config().embeddings)
    if (inUse?.settings === settings) return inUse.embedder
    const fresh = vectors()
      .then((index) => index.model())
      .then((known) => open(config().embeddings, { known }))
    inUse = { settings, embedder: fresh }
    fresh.catch(() => {
      if (inUse?.embedder === fresh) inUse = undefined
    })
    return fresh
  }

  return {
    isOn,
    vectors,
    async modelIn(folder) {
      const { findModel } = await import('../adapters/embedders/local/local.ts')
      return findModel(folder)
    },
    async missing(settings) {
      if (settings.provider !== 'local') return []
      const { findMissing } = await import('../adapters/embedders/local/find-missing.ts')
      const { withLock } = await import('../adapters/sqlite/connection/process-lock.ts')
      const conflict = {
        message: 'another process is installing the model',
        hint: 'wait until it is done, then run throughline embeddings on',
      }
      return findMissing(paths.models, settings).map((part) => ({
        ...part,
        install: (signal, onProgress) =>
          withLock(paths.modelsLock, conflict, () => part.install(signal, onProgress)),
      }))
    },
    async tryOut(settings = config().embeddings, signal) {
      const found = await open(settings, { signal })
      await found.embed(['word'], 'query', signal)
      return found
    },
    async remove() {
      const index = await vectors()
      const { embedded } = await index.counts()
      await index.clear()
      const { removeModels } = await import('../adapters/embedders/local/find-missing.ts')
      return { vectors: embedded, bytes: removeModels(paths.models) }
    },
    async embedPending(options) {
      if (!isOn()) return undefined
      const { tryLock } = await import('../adapters/sqlite/connection/process-lock.ts')
      const lock = tryLock(join(paths.run, 'embed.lock'))
      if (!lock) return undefined
      try {
        const { embedPending } = await import('../core/embedding/embed-pending.ts')
        const ports = { vectors: await vectors(), hash: sha256, clock: systemClock }
        return await embedPending({ ...ports, embedder: await embedder() }, options)
      } finally {
        lock.release()
      }
    },
    async findNear(question) {
      const { findNear, nothingNear } = await import('../core/embedding/find-near.ts')
      if (!isOn()) return nothingNear
      return findNear(question, { embedder, vectors: await vectors() })
    },
    async readMeanings(ids) {
      if (!isOn()) return undefined
      const { readMeanings } = await import('../core/embedding/compare-memories.ts')
      return readMeanings(ids, await vectors())
    },
    close() {
      void opened?.then(
        ({ close }) => close(),
        () => undefined,
      )
      opened = undefined
    },
  }
}

interface OpenVectors {
  readonly index: VectorIndex
  close(): void
}

async function openVectors(file: string): Promise<OpenVectors> {
  const { Database } = await import('../adapters/sqlite/connection/database.ts')
  const { createVectorIndex } = await import('../adapters/sqlite/search/vector-index.ts')
  const database = new Database(file, { mustExist: true })
  const index = createVectorIndex(database, { file, clock: systemClock })
  return {
    index,
    close() {
      index.close()
      database.close()
    },
  }
}
