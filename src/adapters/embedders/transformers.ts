/**
 * Runs models in this process with the optional package `@huggingface/transformers`. Looks for it in
 * the home folder's `models`, then next to throughline. Downloaded models go to `models` too.
 */
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ThroughlineError } from '../../contract/errors.ts'
import { tryTo } from '../../home/try-to.ts'
import type { Provider, ProviderSettings } from './provider.ts'

const packageName = '@huggingface/transformers'

export interface TransformersOptions extends ProviderSettings {
  /** Where the package and downloaded models are. */
  readonly folder: string
  /** With the model as `owner/name`, to be used without any download; empty to download. */
  readonly modelsAt: string
  /** Reports download progress: the file, and the share downloaded. */
  readonly onDownload?: ((file: string, share: number) => void) | undefined
}

interface Tensor {
  readonly dims: readonly number[]
  readonly data: ArrayLike<number>
}

interface Transformers {
  readonly env: { cacheDir: string; localModelPath: string; allowRemoteModels: boolean }
  pipeline(
    task: 'feature-extraction',
    model: string,
    options: { dtype: string; progress_callback(progress: unknown): void },
  ): Promise<Extract>
}

interface Extract {
  (texts: string[], options: { pooling: string; normalize: true }): Promise<Tensor>
  readonly tokenizer?: { model_max_length: number }
}

/**
 * Small models were trained on texts of about this length, and the time grows with it. Longer texts
 * are cut: a prompt begins with what it is about.
 */
const mostTokens = 128
/** Spares the tokeniser the rest; a token has four or five characters. */
const mostCharacters = 6 * mostTokens

/** The package as an ES module, or as an imported CommonJS module. */
type Loaded = Transformers | { readonly default: Transformers }

export async function createTransformersEmbedder(options: TransformersOptions): Promise<Provider> {
  const { folder, model } = options
  const transformers = await load(folder)
  Object.assign(transformers.env, {
    cacheDir: join(folder, 'cache'),
    ...(options.modelsAt !== '' && {
      localModelPath: options.modelsAt,
      allowRemoteModels: false,
    }),
  })
  const extract = await prepare(transformers, model, options)
  if (extract.tokenizer) extract.tokenizer.model_max_length = mostTokens
  const pooling = /bge-|mxbai-embed|arctic-embed/.test(model.toLowerCase()) ? 'cls' : 'mean'
  return {
    name: 'transformers',
    model,
    batchSize: options.batchSize,
    dimensions: options.expectedDimensions,
    async embedBatch(texts) {
      const beginnings = texts.map((text) => text.slice(0, mostCharacters))
      const { dims, data } = await extract(beginnings, { pooling, normalize: true })
      const [count = 0, length = 0] = dims
      const all = Float32Array.from(data)
      const kept = options.dimensions > 0 ? Math.min(options.dimensions, length) : length
      return Array.from({ length: count }, (_, at) => all.subarray(at * length, at * length + kept))
    },
  }
}

async function prepare(transformers: Transformers, model: string, options: TransformersOptions) {
  try {
    return await transformers.pipeline('feature-extraction', model, {
      dtype: options.modelsAt === '' ? 'q8' : typeIn(join(options.modelsAt, model)),
      progress_callback: (progress) => reportDownload(progress, options),
    })
  } catch (cause) {
    throw new ThroughlineError(
      'model-unavailable',
      `cannot load the model ${model}: ${cause instanceof Error ? cause.message : cause}`,
      { hint: 'the first use downloads it; check the network and the name of the model', cause },
    )
  }
}

/** The smallest that is there. */
const typeIn = (folder: string) =>
  existsSync(join(folder, 'onnx', 'model_quantized.onnx')) ? 'q8' : 'fp32'

function reportDownload(progress: unknown, { onDownload }: TransformersOptions): void {
  if (typeof progress !== 'object' || progress === null) return
  const { status, file, progress: percent } = progress as Record<string, unknown>
  if (status === 'progress' && typeof file === 'string') onDownload?.(file, Number(percent) / 100)
}

/** From the home folder if it is there, otherwise from throughline's own dependencies. */
async function load(folder: string): Promise<Transformers> {
  const found = resolveFrom(join(folder, 'package.json')) ?? resolveFrom(import.meta.url)
  if (found === undefined) throw missing(folder, `${packageName} is not installed`, undefined)
  try {
    const module = (await import(found)) as Loaded
    return 'pipeline' in module ? module : module.default
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw missing(folder, `cannot load ${packageName}: ${reason}`, cause)
  }
}

/** The first model below a folder that transformers.js reads, as `owner/name`. */
export function findModel(folder: string): string | undefined {
  const namesIn = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort()
  return namesIn(folder)
    .flatMap((owner) => namesIn(join(folder, owner)).map((name) => `${owner}/${name}`))
    .find((name) => existsSync(join(folder, name, 'onnx')))
}

function resolveFrom(base: string): string | undefined {
  return tryTo(() => pathToFileURL(createRequire(base).resolve(packageName)).href)
}

function missing(folder: string, message: string, cause: unknown): ThroughlineError {
  const hint = `npm install --prefix "${folder}" ${packageName}`
  return new ThroughlineError('model-misconfigured', message, { hint, cause })
}
