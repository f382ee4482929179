/**
 * Downloads the model file by file. An interrupted download continues, now or in the next run. A
 * file gets its name only once its checksum matches.
 */
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ThroughlineError } from '../../../contract/errors.ts'
import { defaultModels } from '../provider.ts'

interface ModelFile {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

/** all-MiniLM-L6-v2 with 8-bit weights (Apache 2.0). */
const home = 'https://huggingface.co'
const revision = '751bff37182d3f1213fa05d7196b954e230abad9'
const files: readonly ModelFile[] = [
  {
    path: 'vocab.txt',
    bytes: 231_508,
    sha256: '07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3',
  },
  {
    path: 'onnx/model_quantized.onnx',
    bytes: 22_972_370,
    sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  },
]
export const modelBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)

export interface DownloadOptions {
  /** A mirror with the same paths; empty for the default. */
  readonly url: string
  readonly signal: AbortSignal
  /** Gets the number of bytes present, out of `modelBytes`. */
  readonly onProgress?: ((bytes: number) => void) | undefined
}

/** @param folder the home's folder of models */
export function isDownloaded(folder: string): boolean {
  return files.every((file) => sizeOf(pathIn(folder, file)) === file.bytes)
}

/** @throws ThroughlineError `model-unavailable`; a later call continues the download */
export async function downloadModel(folder: string, options: DownloadOptions): Promise<void> {
  let before = 0
  for (const file of files) {
    const onProgress = (bytes: number) => options.onProgress?.(before + bytes)
    if (sizeOf(pathIn(folder, file)) !== file.bytes) {
      await downloadFile(file, pathIn(folder, file), { ...options, onProgress })
    }
    before += file.bytes
    options.onProgress?.(before)
  }
}

const pathIn = (folder: string, { path }: ModelFile) =>
  join(folder, ...defaultModels.local.split('/'), ...path.split('/'))

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Retries a broken connection at once, but not a server that refuses. */
const mostAttempts = 4

async function downloadFile(
  file: ModelFile,
  target: string,
  options: DownloadOptions,
): Promise<void> {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const part = `${target}.part`
  for (let attempt = 1; sizeOf(part) < file.bytes; attempt++) {
    const had = sizeOf(part)
    const problem = await receive(file, part, options)
    options.signal.throwIfAborted()
    if (problem === undefined) break
    const isStuck = sizeOf(part) === had
    if (problem.isFinal || (attempt >= mostAttempts && isStuck)) throw broken(problem.text, options)
  }
  if (existsSync(part) && (await checksumOf(part)) !== file.sha256) {
    rmSync(part)
    throw new ThroughlineError(
      'model-unavailable',
      `${file.path} has another checksum than the model; it was deleted`,
      { hint: `something between here and ${hostOf(options)} changes downloads; try again` },
    )
  }
  renameSync(part, target)
}

interface Problem {
  readonly text: string
  readonly isFinal: boolean
}

const stalledMs = 30_000

/** Appends the rest of a file. @returns undefined if the file is complete */
async function receive(
  { path, bytes }: ModelFile,
  part: string,
  { url, signal, onProgress }: DownloadOptions,
): Promise<Problem | undefined> {
  const from = sizeOf(part)
  const stalled = new AbortController()
  const stop = () => stalled.abort(new Error(`nothing came for ${stalledMs / 1000} s`))
  let timer = setTimeout(stop, stalledMs)
  try {
    const address = `${url || home}/${defaultModels.local}/resolve/${revision}/${path}`
    const response = await fetch(address, {
      headers: from > 0 ? { range: `bytes=${from}-` } : {},
      signal: AbortSignal.any([signal, stalled.signal]),
    })
    if (!response.ok || !response.body) {
      await response.body?.cancel()
      if (response.status === 416) rmSync(part, { force: true })
      return { text: `the server answered ${response.status}`, isFinal: response.status < 500 }
    }
    // A server without range support starts over.
    if (response.status !== 206) rmSync(part, { force: true })
    let size = sizeOf(part)
    for await (const chunk of response.body) {
      clearTimeout(timer)
      timer = setTimeout(stop, stalledMs)
      size += chunk.length
      if (size > bytes) {
        rmSync(part, { force: true })
        return { text: `${path} is longer than the model`, isFinal: true }
      }
      appendFileSync(part, chunk, { mode: 0o600 })
      onProgress?.(size)
    }
    return size === bytes ? undefined : { text: `${path} ended early`, isFinal: false }
  } catch (cause) {
    return { text: reasonOf(cause), isFinal: false }
  } finally {
    clearTimeout(timer)
  }
}

/** `fetch failed` explains nothing; its cause does. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

const hostOf = ({ url }: DownloadOptions) => new URL(url || home).host

function broken(reason: string, options: DownloadOptions): ThroughlineError {
  return new ThroughlineError(
    'model-unavailable',
    `cannot download the model from ${hostOf(options)}: ${reason}`,
    { hint: 'run it again to continue, or give a folder with the model: --folder FOLDER' },
  )
}
