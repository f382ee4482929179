/** Stdin into the spool, an answer onto stdout. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { parseBoundedJson } from '../../core/model/bounded-json.ts'
import {
  formatSpoolHeader,
  maxPayloadBytes,
  type SpoolEnvelope,
  stdinLimitMs,
} from '../../core/model/spool-file.ts'

/** Starting Node may use up the deadline; the payload in the pipe is still read. */
const leastPatienceMs = 500

/**
 * All of stdin, or one byte more than a payload may have. Some hosts never close stdin: after the time
 * limit, a complete payload or none is accepted, and an incomplete one gets more time, up to a second
 * limit.
 */
export function readStdin(patienceMs: number): Promise<Buffer> {
  const { stdin } = process
  const chunks: Buffer[] = []
  let size = 0
  let isPatient = true
  return new Promise((resolve) => {
    const finish = () => resolve(Buffer.concat(chunks).subarray(0, maxPayloadBytes + 1))
    stdin.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxPayloadBytes || (!isPatient && isWhole(chunks))) finish()
    })
    for (const ending of ['end', 'error', 'close']) stdin.once(ending, finish)
    setTimeout(
      () => {
        isPatient = false
        if (size === 0 || isWhole(chunks)) finish()
      },
      Math.max(patienceMs, leastPatienceMs),
    ).unref()
    setTimeout(finish, stdinLimitMs).unref()
  })
}

function isWhole(chunks: readonly Buffer[]): boolean {
  if (!chunks.at(-1)?.toString('latin1').trimEnd().endsWith('}')) return false
  try {
    parseBoundedJson(Buffer.concat(chunks).toString('utf8'))
    return true
  } catch {
    return false
  }
}

export type Spooling = { readonly kind: 'spooled' } | { readonly kind: 'failed'; reason: string }

/** Not fsynced: a hook never waits for the disk. */
export function spoolPayload(folder: string, envelope: SpoolEnvelope, payload: Buffer): Spooling {
  // Unique without loading node:crypto, which takes milliseconds.
  const random = Math.random().toString(36).slice(2)
  const name = `${Date.now().toString(16)}-${process.pid}-${process.hrtime.bigint()}-${random}`
  const temporary = join(folder, `.${name}.tmp`)
  try {
    makeMissing([dirname(folder), folder])
    const descriptor = openSync(temporary, 'wx', 0o600)
    try {
      writeAll(descriptor, Buffer.from(formatSpoolHeader(envelope)))
      writeAll(descriptor, payload)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, join(folder, `${name}.spool`))
    return { kind: 'spooled' }
  } catch (error) {
    removeQuietly(temporary)
    return { kind: 'failed', reason: `the event could not be spooled: ${String(error)}` }
  }
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file)
  } catch {
    // The file was never created.
  }
}

/** Other hooks may be making them at the same time. */
function makeMissing(folders: readonly string[]): void {
  for (const folder of folders.filter((path) => !existsSync(path))) {
    try {
      mkdirSync(folder, { mode: 0o700 })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/**
 * Writes everything to stdout before the process may exit; a reader that left is ignored.
 * @throws any other write error, such as a full disk
 */
export async function print(text: string): Promise<void> {
  const bytes = Buffer.from(text)
  try {
    writeAll(1, bytes)
  } catch (error) {
    const { code, written = 0 } = error as NodeJS.ErrnoException & { written?: number }
    if (code === 'EAGAIN') return printSlowly(bytes.subarray(written))
    if (code !== 'EPIPE') throw error
  }
}

/** Stdout is a full pipe that does not block. */
function printSlowly(bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' ? resolve() : reject(error),
    )
    process.stdout.write(bytes, (error) => error || resolve())
  })
}

function writeAll(descriptor: number, bytes: Buffer): void {
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written)
  } catch (error) {
    throw Object.assign(error as Error, { written })
  }
}
