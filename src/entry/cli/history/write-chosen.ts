/** Writes the file that the user chose; an interrupted write leaves nothing behind. */

import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { lstat, readdir, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ThroughlineError } from '../../../contract/errors.ts'
import type { CliContext } from '../context.ts'
import { catchInterruption } from '../user-input.ts'

/** @returns false if interrupted */
export async function writeChosen(
  context: CliContext,
  file: string,
  content: AsyncIterable<string | Uint8Array>,
): Promise<boolean> {
  const interruption = catchInterruption()
  try {
    await writeWhole(file, content, interruption.signal)
    return true
  } catch (error) {
    if (interruption.signal.aborted) {
      context.exitCode = interruption.exitCode()
      return false
    }
    if (error instanceof ThroughlineError || !isFileError(error)) throw error
    throw new ThroughlineError('invalid-input', `${file} cannot be written: ${error.message}`, {
      hint: 'choose a file in a folder that exists and has space',
      cause: error,
    })
  } finally {
    interruption.close()
  }
}

function isFileError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error
}

/**
 * The file appears once it is complete, readable by its owner only. A link stays a link; its target
 * changes. A pipe or a device gets the text as it comes.
 */
async function writeWhole(
  file: string,
  texts: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  if (await isStream(file)) {
    await pipeline(texts, createWriteStream(file, { flags: 'a' }), { signal })
    return
  }
  const target = await followLinks(file)
  await removeLeftovers(dirname(target))
  const unfinished = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`)
  const output = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
  try {
    await pipeline(texts, output, { signal })
    await rename(unfinished, target)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

const unfinishedName = /^\..+\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/
/** A running export, perhaps on another machine, writes more often than this. */
const abandonedAfterMs = 10 * 60_000

async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => unfinishedName.test(each))) {
    const leftover = join(folder, name)
    const found = await lstat(leftover).catch(() => undefined)
    if (!found?.isFile() || Date.now() - found.mtimeMs < abandonedAfterMs) continue
    // The export works even if the file cannot be removed.
    await rm(leftover, { force: true }).catch(() => {})
  }
}

/** Others may write to the same file through /dev; /dev/shm is an ordinary folder. */
async function isStream(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  if (!found || found.isDirectory()) return false
  return !found.isFile() || /^\/dev\/(?!shm\/)/.test(file)
}

/** To the end of the chain, even if no file exists there yet. */
async function followLinks(file: string): Promise<string> {
  try {
    return await realpath(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const next = await readlink(file).catch(() => undefined)
    return next === undefined ? file : followLinks(resolve(await realpath(dirname(file)), next))
  }
}
