/** Starts the process that runs a model, and stops it after a while without requests. */
import { type ChildProcess, spawn } from 'node:child_process'
import { ThroughlineError } from '../../../contract/errors.ts'
import { programFile } from '../../../home/program-files.ts'

export interface ModelProcess {
  /** Starts the process at the first call, and again after a pause. */
  embed(pieces: readonly number[], signal?: AbortSignal): Promise<Float32Array>
}

export interface ModelFiles {
  readonly library: string
  readonly model: string
  readonly pooling: 'mean' | 'cls'
}

export interface ModelProcessOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly idleMs?: number | undefined
}

/** Loading takes 0.5 s, and a prompt every few minutes should not wait for it. */
const defaultIdleMs = 5 * 60_000

interface Running {
  readonly child: ChildProcess
  readonly isReady: Promise<unknown>
  readonly waiting: Map<number, Waiting>
}

interface Waiting {
  resolve(vector: Float32Array): void
  reject(error: Error): void
}

type Answer =
  | { readonly ready: true }
  | { readonly id: number; readonly vector?: Float32Array; readonly error?: string }

export function createModelProcess(
  files: ModelFiles,
  { env, idleMs = defaultIdleMs }: ModelProcessOptions,
): ModelProcess {
  let running: Running | undefined
  let idle: NodeJS.Timeout | undefined
  let asked = 0

  function start(): Running {
    const waiting = new Map<number, Waiting>()
    const started = Promise.withResolvers<void>()
    const args = [programFile('adapters/embedders/local/run-model.js')]
    const child = spawn(process.execPath, [...args, files.library, files.model, files.pooling], {
      env: { ...env, THROUGHLINE_INTERNAL: '1' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      windowsHide: true,
    })
    const result: Running = { child, isReady: started.promise, waiting }
    let complaint = ''
    child.stderr?.on('data', (text) => {
      complaint = `${complaint}${text}`.slice(-4_000)
    })
    const end = (reason: string) => {
      if (running?.child === child) running = undefined
      const error = notRunning(files.model, reason)
      started.reject(error)
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    child.once('error', ({ message }) => end(message))
    child.once('exit', (code, signal) =>
      end(lastLine(complaint) ?? `it ended with ${signal ?? code}`),
    )
    child.on('message', (answer: Answer) => {
      if ('ready' in answer) return started.resolve()
      const { id, vector, error } = answer
      const asking = waiting.get(id)
      waiting.delete(id)
      if (vector) asking?.resolve(vector)
      else asking?.reject(notRunning(files.model, error ?? 'no vector'))
    })
    started.promise.catch(() => undefined)
    return result
  }

  function rest(): void {
    if (!running || running.waiting.size > 0) return
    const { child } = running
    // An idle model must not keep the program from exiting.
    for (const each of [child, child.channel, child.stderr as never as ChildProcess]) each?.unref()
    clearTimeout(idle)
    idle = setTimeout(() => {
      running = undefined
      child.kill()
    }, idleMs)
    idle.unref()
  }

  return {
    async embed(pieces, signal) {
      signal?.throwIfAborted()
      running ??= start()
      const { child, isReady, waiting } = running
      const id = asked++
      const { promise, resolve, reject } = Promise.withResolvers<Float32Array>()
      waiting.set(id, { resolve, reject })
      clearTimeout(idle)
      child.ref()
      child.channel?.ref()
      const stop = () => reject(signal?.reason)
      signal?.addEventListener('abort', stop, { once: true })
      try {
        isReady.then(
          () =>
            child.send(
              { id, pieces },
              (error) => error && reject(notRunning(files.model, error.message)),
            ),
          () => undefined,
        )
        return await promise
      } finally {
        signal?.removeEventListener('abort', stop)
        waiting.delete(id)
        rest()
      }
    },
  }
}

/** A crashed Node prints its version last; the error is above it. */
function lastLine(complaint: string): string | undefined {
  const lines = complaint.split('\n').map((line) => line.trim())
  return lines.find((line) => /^\w*Error: /.test(line)) ?? lines.findLast((line) => line !== '')
}

function notRunning(model: string, reason: string): ThroughlineError {
  return new ThroughlineError('model-unavailable', `cannot run ${model}: ${reason}`, {
    hint: 'throughline embeddings on installs it again',
  })
}
