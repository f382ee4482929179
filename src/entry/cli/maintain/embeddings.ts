import type { Embeddings } from '../../../compose/embeddings.ts'
import type { Local } from '../../../compose/local.ts'
import { type Config, configSchema } from '../../../contract/config.ts'
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
  examples: ['embeddings enable ollama', 'embeddings status'],
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
    enable: {
      summary: 'Check a provider, switch it on and embed everything stored',
      arguments: [argument('[provider]', 'transformers, ollama or openai-compatible')],
      options: [
        option('--model <name>', 'An embedding model (default: the provider’s usual one)'),
        option('--url <address>', 'Where the provider listens'),
        option('--api-key-variable <name>', 'The environment variable with the key'),
        option('--dimensions <n>', 'Length of the vectors, for models that offer several'),
        later,
      ],
      examples: [
        'embeddings enable',
        'embeddings enable ollama --model bge-m3',
        'embeddings enable openai-compatible --url http://127.0.0.1:1234/v1 --model bge-m3',
        'embeddings enable openai-compatible --api-key-variable OPENAI_API_KEY',
      ],
      run: (context, options, provider) =>
        withEmbeddings(context, async (found, local) => {
          const settings = chooseSettings(local.config().embeddings, provider, options)
          const embedder = await tryOut(found, settings, context, options.json)
          const { changeSettings } = await import('../../../compose/settings.ts')
          changeSettings(local.paths, (file) => {
            for (const [name, value] of Object.entries(settings)) {
              setSettingText(file, `embeddings.${name}`, String(value))
            }
          })
          await (await found.vectors()).useModel(embedder)
          await finish(found, local, context, options)
        }),
    },
    disable: {
      summary: 'Switch it off and drop every vector',
      examples: ['embeddings disable'],
      run: (context, options) =>
        withEmbeddings(context, async (found, local) => {
          const vectors = await found.vectors()
          const { embedded } = await vectors.counts()
          const { changeSettings } = await import('../../../compose/settings.ts')
          changeSettings(local.paths, (file) => setSettingText(file, 'embeddings.provider', 'off'))
          await vectors.clear()
          if (options.json) return context.printJson({ provider: 'off', dropped: embedded })
          context.print(`Embeddings are off; ${count(embedded, 'vector')} dropped.`)
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
          await finish(found, local, context, options)
        }),
    },
  },
}

type EnableOptions = Texts<'model' | 'url' | 'apiKeyVariable' | 'dimensions'> &
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
function chooseSettings(
  current: Settings,
  provider: string | undefined,
  options: EnableOptions,
): Settings {
  const chosen = provider ?? (current.provider === 'off' ? 'transformers' : current.provider)
  const base = chosen === current.provider ? current : { batchSize: current.batchSize }
  const { model, url, apiKeyVariable, dimensions } = options
  const given = { model, url, apiKeyVariable, dimensions: dimensions && Number(dimensions) }
  const defined = Object.entries(given).filter(([, value]) => value !== undefined)
  const input = { ...base, ...Object.fromEntries(defined), provider: chosen }
  return parseInput(configSchema.shape.embeddings, input)
}

async function tryOut(
  embeddings: Embeddings,
  settings: Settings,
  context: CliContext,
  json: true | undefined,
): Promise<Embedder> {
  let announced = ''
  const onDownload = (file: string) => {
    if (json || announced === file) return
    announced = file
    context.print(`downloading ${file}`)
  }
  const embedder = await embeddings.tryOut(settings, { onDownload })
  if (!json) context.print(`${embedder.model} answers, with ${embedder.dimensions} dimensions.`)
  return embedder
}

async function finish(
  embeddings: Embeddings,
  local: Local,
  context: CliContext,
  { later, json }: EnableOptions,
): Promise<void> {
  if (!later) await embedWithProgress(embeddings, context, { isQuiet: json === true })
  const status = await readStatus(embeddings, local)
  if (json) return context.printJson(status)
  const rest = status.pending > 0 ? `; ${status.pending} wait for the daemon` : ''
  context.print(`${count(status.embedded, 'document')} of ${status.model} have a vector${rest}.`)
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
  const provided = isOff ? 'off (throughline embeddings enable)' : provider
  if (model === undefined) return [['provider', provided]]
  const left = isOff ? ' (throughline embeddings disable drops them)' : ''
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
