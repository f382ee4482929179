/**
 * Runs a BERT model of 20 to 130 MB on this machine, in a process of its own. The model is in a
 * folder of yours, or where `throughline embeddings on` put it together with the library that runs it.
 */
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ThroughlineError } from '../../../contract/errors.ts'
import { tryTo } from '../../../home/try-to.ts'
import type { Provider, ProviderSettings } from '../provider.ts'
import { createModelProcess } from './model-process.ts'
import { readWordPieces } from './word-pieces.ts'

export const libraryName = 'onnxruntime-node'

export interface LocalModelOptions extends ProviderSettings {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The home's own models, and the library. */
  readonly folder: string
  /** A folder of the user's with the model as `owner/name`; empty for the home's. */
  readonly modelsAt: string
  readonly idleMs?: number | undefined
}

/**
 * Small models were trained on texts of about this length, and the time grows with it. Longer texts
 * are cut: a prompt begins with what it is about.
 */
const mostPieces = 128
/** Spares splitting the rest; a piece has four or five characters. */
const mostCharacters = 6 * mostPieces

export function createLocalEmbedder(options: LocalModelOptions): Provider {
  const { model, folder } = options
  const place = join(options.modelsAt || folder, ...model.split('/'))
  const file = fileIn(place)
  const pieces = file && readWordPieces(place)
  if (file === undefined) throw missing(`there is no model in ${join(place, 'onnx')}`)
  if (!pieces) throw missing(`${place} has no vocabulary of a BERT model`)
  const library = findLibrary(folder)
  if (library === undefined) throw missing(`${libraryName} is not installed`)
  const pooling = /bge-|mxbai-embed|arctic-embed/.test(model.toLowerCase()) ? 'cls' : 'mean'
  const process = createModelProcess({ library, model: file, pooling }, options)
  return {
    name: 'local',
    model,
    batchSize: options.batchSize,
    dimensions: options.expectedDimensions,
    async embedBatch(texts, signal) {
      const vectors: Float32Array[] = []
      for (const text of texts) {
        const encoded = pieces.encode(text.slice(0, mostCharacters), mostPieces)
        const vector = await process.embed(encoded, signal)
        vectors.push(options.dimensions > 0 ? vector.subarray(0, options.dimensions) : vector)
      }
      return vectors
    },
  }
}

/** The smallest that is there. */
function fileIn(folder: string): string | undefined {
  const files = ['model_quantized.onnx', 'model.onnx'].map((name) => join(folder, 'onnx', name))
  return files.find((file) => existsSync(file))
}

/** Never from a folder above: that may be a repository's. */
export function findLibrary(folder: string): string | undefined {
  if (!existsSync(join(folder, 'node_modules', libraryName))) return undefined
  return tryTo(() => createRequire(join(folder, 'package.json')).resolve(libraryName))
}

/** The first model below a folder, as `owner/name`; none where there is no folder. */
export function findModel(folder: string): string | undefined {
  const namesIn = (path: string) =>
    (tryTo(() => readdirSync(path, { withFileTypes: true })) ?? [])
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
  return namesIn(folder)
    .flatMap((owner) => namesIn(join(folder, owner)).map((name) => `${owner}/${name}`))
    .find((name) => existsSync(join(folder, name, 'onnx')))
}

function missing(message: string): ThroughlineError {
  return new ThroughlineError('model-misconfigured', message, {
    hint: 'throughline embeddings on installs what is missing',
  })
}
