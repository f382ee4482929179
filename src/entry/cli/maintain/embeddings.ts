import { resolve } from 'node:path'
import type { Embeddings } from '../../../compose/embeddings.ts'
import type { Local } from '../../../compose/local.ts'
import { type Config, configSchema } from '../../../contract/config.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { EmbedProgress } from '../../../core/embedding/embed-pending.ts'
import type { Embedder } from '../../../core/ports/models.ts'
import { setSettingText } from '../../../home/config.ts'
import { argument, type Command, option, type Switches, type Texts } from '../command.ts'
import type { CliContext } from '../context.ts'
import { bytes, count } from '../present.ts'
import { catchInterruption } from '../user-input.ts'
import { type Progress, startProgress } from './progress.ts'

type Settings = Config['embeddings']

const later = option('--later', 'Leave the embedding to the daemon')

export const embeddingsCommand: Command = {
  examples: ['embeddings on', 'embeddings status', 'embeddings off'],
  byDefault: 'status',
  commands: {
    status: {
      summary: 'Show the model in use and how many documents have a vector',
      examples: ['embeddings status', 'embeddings status --json'],
      run: (context, options) =>
        withEmbeddings(context, async (found, local) => {
          const status = await readStatus(found, local)
          if (options.json) return context.printJson(status)
          context.printTable(statusRows(status))
        }),
    },
    on: {
      summary: 'Install a model or check a provider, and embed everything stored',
      arguments: [argument('[provider]', 'local, ollama or openai-compatible')],
      options: [
        option('--model <name>', 'An embedding model (default: the provider’s usual one)'),
        option('--folder <path>', 'A folder with a model of yours, as OWNER/NAME, for local'),
        option('--url <address>', 'Where the provider listens, or the local model comes from'),
        option('--api-key-variable <name>', 'The environment variable with the key'),
        option('--dimensions <n>', 'Length of the vectors, for models that offer several'),
        later,
      ],
      examples: [
        'embeddings on',
        'embeddings on --folder ~/my-models',
        'embeddings on ollama --model bge-m3',
        'embeddings on openai-compatible --url http://127.0.0.1:1234/v1 --model bge-m3',
        'embeddings on openai-compatible --api-key-variable OPENAI_API_KEY',
      ],
      run: (context, options, provider) =>
        withEmbeddings(context, async (found, local) => {
          const settings = await chooseSettings(found, local.config().embeddings, provider, options)
          if (!(await installMissing(found, settings, context, options.json))) return
          const embedder = await tryOut(found, settings, context, options.json)
          const { changeSettings } = await import('../../../compose/settings.ts')
          changeSettings(local.paths, (file) => {
            for (const [name, value] of Object.entries(settings)) {
              setSettingText(file, `embeddings.${name}`, String(value))
            }
          })
          await (await found.vectors()).useModel(embedder)
          await finish(embedder, found, local, context, options)
        }),
    },
    off: {
      summary: 'Switch it off, and delete every vector and the model',
      examples: ['embeddings off'],
      run: (context, options) =>
        withEmbeddings(context, async (found, local) => {
          const { changeSettings } = await import('../../../compose/settings.ts')
          changeSettings(local.paths, (file) => setSettingText(file, 'embeddings.provider', 'off'))
          const { vectors, bytes: freed } = await found.remove()
          if (options.json) return context.printJson({ provider: 'off', vectors, bytes: freed })
          const model = freed > 0 ? ` and ${bytes(freed)} of models` : ''
          context.print(`Embeddings are off; ${count(vectors, 'vector')}${model} deleted.`)
        }),
    },
    rebuild: {
      summary: 'Drop every vector and embed everything again',
      options: [later],
      examples: ['embeddings rebuild', 'embeddings rebuild --later'],
      run: (context, options) =>
        withEmbeddings(context, async (found, local) => {
          const settings = local.config().embeddings
          const embedder = await tryOut(found, settings, context, options.json)
          const vectors = await found.vectors()
          await vectors.useModel(embedder)
          await vectors.restart()
          await finish(embedder, found, local, context, options)
        }),
    },
  },
}

type OnOptions = Texts<'model' | 'folder' | 'url' | 'apiKeyVariable' | 'dimensions'> &
  Switches<'later' | 'json'>

async function withEmbeddings(
  context: CliContext,
  work: (embeddings: Embeddings, local: Local) => Promise<void>,
): Promise<void> {
  const { createEmbeddings } = await import('../../../compose/embeddings.ts')
  await context.withLocal(async (local) => {
    const embeddings = createEmbeddings({ ...local, env: context.env })
    try {
      await work(embeddings, local)
    } finally {
      embeddings.close()
    }
  })
}

/** Settings of another provider are dropped. */
async function chooseSettings(
  embeddings: Embeddings,
  current: Settings,
  provider: string | undefined,
  options: OnOptions,
): Promise<Settings> {
  const chosen = provider ?? (current.provider === 'off' ? 'local' : current.provider)
  const base = chosen === current.provider ? current : {}
  const folder = options.folder && resolve(options.folder)
  const model = options.model ?? (folder && (await modelIn(embeddings, folder)))
  const { url, apiKeyVariable, dimensions } = options
  const given = { model, folder, url, apiKeyVariable, dimensions: dimensions && Number(dimensions) }
  const defined = Object.entries(given).filter(([, value]) => value !== undefined)
  const input = { ...base, ...Object.fromEntries(defined), provider: chosen }
  return parseInput(configSchema.shape.embeddings, input)
}

async function modelIn(embeddings: Embeddings, folder: string): Promise<string> {
  const model = await embeddings.modelIn(folder)
  if (model !== undefined) return model
  throw new ThroughlineError('invalid-input', `there is no model in ${folder}`, {
    hint: 'it needs OWNER/NAME/vocab.txt and OWNER/NAME/onnx/model_quantized.onnx or model.onnx',
  })
}

/** @returns false if it was interrupted */
async function installMissing(
  embeddings: Embeddings,
  settings: Settings,
  context: CliContext,
  json: true | undefined,
): Promise<boolean> {
  for (const part of await embeddings.missing(settings)) {
    const title = `Installing ${part.name} (${bytes(part.bytes)})`
    // A bar has the title; npm may take a minute, so it is said elsewhere too.
    if (!json && !context.isTerminal) context.print(`${title} …`)
    const progress = json ? undefined : await startProgress(context, title, steps)
    const interruption = catchInterruption()
    let step = 0
    try {
      await part.install(interruption.signal, (done) => {
        const reached = Math.floor((done / part.bytes) * steps)
        for (; step < reached; step++) {
          progress?.advance(`${bytes(done)} of ${bytes(part.bytes)}`)
        }
      })
      progress?.done(`${part.name} is installed.`)
    } catch (error) {
      if (!interruption.signal.aborted) {
        progress?.done(`${part.name} is not installed.`)
        throw error
      }
      progress?.done('Stopped. Run it again to continue.')
      context.exitCode = interruption.exitCode()
      return false
    } finally {
      interruption.close()
    }
  }
  return true
}

async function tryOut(
  embeddings: Embeddings,
  settings: Settings,
  context: CliContext,
  json: true | undefined,
): Promise<Embedder> {
  const embedder = await embeddings.tryOut(settings)
  if (!json) context.print(`${embedder.model} answers, with ${embedder.dimensions} dimensions.`)
  return embedder
}

async function finish(
  embedder: Embedder,
  embeddings: Embeddings,
  local: Local,
  context: CliContext,
  { later, json }: OnOptions,
): Promise<void> {
  const { pending } = await (await embeddings.vectors()).counts()
  if (!json && pending > 0) context.print(await estimate(embedder, pending, later))
  if (!later) await embedWithProgress(embeddings, context, { isQuiet: json === true })
  const status = await readStatus(embeddings, local)
  if (json) return context.printJson(status)
  const rest = status.pending > 0 ? `; ${status.pending} wait for the daemon` : ''
  context.print(`${count(status.embedded, 'document')} of ${status.model} have a vector${rest}.`)
}

/** As long as most turns are for the model, which reads no more of them. */
const typicalText = 'the test of the parser fails because it expects a comma '.repeat(8)

async function estimate(embedder: Embedder, pending: number, later?: true): Promise<string> {
  const startedAt = performance.now()
  await embedder.embed([typicalText], 'document')
  const minutes = Math.ceil(((performance.now() - startedAt) * pending) / 60_000)
  const time = minutes > 1 ? `about ${minutes} minutes` : 'less than a minute'
  const who = later ? 'The daemon embeds' : 'Embedding'
  const leave = later || minutes <= 1 ? '' : ' Ctrl-C leaves the rest to the daemon.'
  return `${who} ${count(pending, 'document')}: ${time}.${leave}`
}

async function readStatus(embeddings: Embeddings, local: Local) {
  const vectors = await embeddings.vectors()
  const { model, dimensions } = (await vectors.model()) ?? {}
  const { provider } = local.config().embeddings
  return { provider, model, dimensions, ...(await vectors.counts()) }
}

function statusRows(status: Awaited<ReturnType<typeof readStatus>>): string[][] {
  const { provider, model, dimensions, embedded, pending } = status
  const isOff = provider === 'off'
  const provided = isOff ? 'off (throughline embeddings on)' : provider
  if (model === undefined) return [['provider', provided]]
  const left = isOff ? ' (throughline embeddings off deletes them)' : ''
  return [
    ['provider', provided],
    ['model', `${model}, ${dimensions} dimensions`],
    ['vectors', `${count(embedded, 'document')}, ${bytes(status.bytes)}${left}`],
    ['waiting', count(pending, 'document')],
  ]
}

const steps = 20

/** Embeds pending documents until interrupted; the daemon continues with the rest. */
async function embedWithProgress(
  embeddings: Embeddings,
  context: CliContext,
  { isQuiet }: { readonly isQuiet: boolean },
): Promise<void> {
  const { pending } = await (await embeddings.vectors()).counts()
  if (pending === 0) return
  const progress = isQuiet ? undefined : await startProgress(context, 'Embedding', steps)
  const interruption = catchInterruption()
  try {
    const done = await embeddings.embedPending({
      signal: interruption.signal,
      ...(progress && { onProgress: followSteps(progress, pending) }),
    })
    progress?.done(done ? describeProgress(done) : 'Another process is already embedding.')
    if (interruption.signal.aborted) context.exitCode = interruption.exitCode()
  } catch (error) {
    progress?.done('Stopped.')
    throw error
  } finally {
    interruption.close()
  }
}

/** One step per twentieth, whatever the batch size. */
function followSteps(progress: Progress, total: number): (state: EmbedProgress) => void {
  let step = 0
  return (state) => {
    const done = total - state.pending
    const reached = Math.min(steps, Math.floor((done / total) * steps))
    for (; step < reached; step++) progress.advance(`${Math.min(done, total)} of ${total}`)
  }
}

function describeProgress({ embedded, unchanged, skipped }: EmbedProgress): string {
  const parts = [
    `${count(embedded, 'document')} embedded`,
    unchanged > 0 && `${unchanged} unchanged`,
    skipped > 0 && `${skipped} skipped`,
  ]
  return parts.filter(Boolean).join(', ')
}
