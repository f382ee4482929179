/** The shared folder on disk: one `throughline-MACHINE.jsonl` per machine. */
import { mkdir, open, readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ThroughlineError } from '../../contract/errors.ts'
import type { SyncFolder, SyncLine } from '../../core/ports/transfer.ts'
import { sha256 } from '../ids.ts'
import { withRegularFile } from '../read-small-file.ts'

/** Must match exactly: sync tools add words to the names of copies. */
const fileName = /^throughline-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/

/** A memory with a long history takes a few hundred kilobytes. */
const longestLine = 4 * 1024 * 1024
const chunkBytes = 256 * 1024

/** @throws ThroughlineError if the folder does not exist */
export async function openSyncFolder(path: string): Promise<SyncFolder> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isDirectory()) {
    throw new ThroughlineError('not-found', `there is no folder ${path}`, {
      hint: 'make it first, inside a synced folder or a git repository',
    })
  }
  const fileOf = (machine: string) => join(path, `throughline-${machine}.jsonl`)
  return {
    name: sha256(await realpath(path)).slice(0, 32),
    async machines() {
      const names = await readdir(path)
      return names.flatMap((name) => fileName.exec(name)?.[1] ?? []).toSorted()
    },
    size: async (machine) =>
      withRegularFile(fileOf(machine), {}, async (_, size) => size).catch(() => undefined),
    lines: (machine, position) => readLines(fileOf(machine), position),
    async append(machine, lines) {
      await mkdir(path, { recursive: true })
      const file = await open(fileOf(machine), 'a', 0o600)
      try {
        await file.appendFile(lines.map((line) => `${line}\n`).join(''))
        await file.sync()
        return (await file.stat()).size
      } finally {
        await file.close()
      }
    },
  }
}

async function* readLines(file: string, position: number): AsyncGenerator<SyncLine> {
  let from = position
  for (;;) {
    const chunk = await readAt(file, from)
    const lines = chunk === undefined ? [] : splitChunk(chunk, from)
    if (lines.length === 0) return
    yield* lines
    from = lines.at(-1)?.end ?? from
  }
}

/** Reads enough for at least one line, unless that line is too long. */
async function readAt(file: string, from: number): Promise<Buffer | undefined> {
  return withRegularFile(file, {}, async (handle, size) => {
    for (let bytes = chunkBytes; ; bytes *= 4) {
      const wanted = Math.min(bytes, size - from, longestLine + 1)
      if (wanted <= 0) return undefined
      const buffer = Buffer.alloc(wanted)
      const { bytesRead } = await handle.read(buffer, 0, wanted, from)
      const chunk = buffer.subarray(0, bytesRead)
      if (chunk.includes(10)) return chunk
      if (wanted > longestLine) return skipLine(handle, from, size)
      if (bytesRead < wanted || from + wanted >= size) return undefined
    }
  }).catch(() => undefined)
}

interface ReadableAt {
  read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>
}

/** Marks a line that is too long: an empty chunk of its length would not fit in memory. */
async function skipLine(
  handle: ReadableAt,
  from: number,
  size: number,
): Promise<Buffer | undefined> {
  const buffer = Buffer.alloc(chunkBytes)
  for (let at = from; at < size; at += chunkBytes) {
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes, at)
    const end = buffer.subarray(0, bytesRead).indexOf(10)
    if (end >= 0) return Object.assign(Buffer.from('\n'), { skipped: at + end + 1 })
    if (bytesRead === 0) break
  }
  return undefined
}

function splitChunk(chunk: Buffer, from: number): SyncLine[] {
  const { skipped } = chunk as Buffer & { skipped?: number }
  if (skipped !== undefined) return [{ text: undefined, end: skipped }]
  const lines: SyncLine[] = []
  let start = 0
  for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
    lines.push({ text: chunk.toString('utf8', start, end), end: from + end + 1 })
    start = end + 1
  }
  return lines
}
