/**
 * Runs a BERT model of 20 to 130 MB on this machine, in a separate process. The model is in a
 * folder of the user's, or where `throughline embeddings on` put it together with its library.
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
  /** The home's folder with its models and the library. */
  readonly folder: string
  /** The user's folder with the model as `owner/name`; empty for the home's. */
  readonly modelsAt: string
  readonly idleMs?: number | undefined
}

/**
 * Small models were trained on texts of about this length, and longer ones take more time. We
 * truncate: a prompt starts with its subject.
 */
const mostPieces = 128
/** Avoids splitting the rest; a piece has four or five characters. */
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

/** The smallest model file in the folder. */
function fileIn(folder: string): string | undefined {
  const files = ['model_quantized.onnx', 'model.onnx'].map((name) => join(folder, 'onnx', name))
  return files.find((file) => existsSync(file))
}

/** Never search parent folders: they may belong to a repository. */
export function findLibrary(folder: string): string | undefined {
  if (!existsSync(join(folder, 'node_modules', libraryName))) return undefined
  return tryTo(() => createRequire(join(folder, 'package.json')).resolve(libraryName))
}

/** Finds the first model below a folder, as `owner/name`. */
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
