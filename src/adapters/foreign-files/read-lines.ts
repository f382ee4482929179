/** Reads files of one JSON object a line, of any size, and parses only the lines that matter. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { isJsonObject, type JsonObject } from '../../core/model/json.ts'
import { timeOf } from '../../core/model/json-values.ts'
import { isSkipped, type SkippedPart } from '../../core/ports/history-source.ts'

/** A longer line is no message. */
const mostLineBytes = 64 * 1024 * 1024
const newline = 0x0a

export interface LineOptions {
  /** Lines with none of these are not parsed: `"type":"user"`. All are if there is none. */
  readonly marks?: readonly string[]
  /** How much is read at once. */
  readonly chunkBytes?: number
}

/** The last line may be torn: its writer may be at work. */
export async function* readJsonLines(
  path: string,
  { marks = [], chunkBytes = 256 * 1024 }: LineOptions = {},
): AsyncGenerator<{ readonly entry: JsonObject } | SkippedPart> {
  const wanted = marks.map((mark) => Buffer.from(mark))
  for await (const { line, isLast } of linesOf(path, chunkBytes)) {
    if (line === undefined) yield { skipped: 'line of more than 64 MB' }
    else if (isLast || wanted.length === 0 || wanted.some((mark) => line.includes(mark))) {
      const entry = parse(line)
      if (entry) yield { entry }
      else if (!isLast) yield { skipped: 'line that is no JSON object' }
      else if (line.length > 0) yield { skipped: 'torn last line' }
    }
  }
}

function parse(line: Buffer): JsonObject | undefined {
  if (line.length === 0) return undefined
  try {
    const entry: unknown = JSON.parse(line.toString('utf8'))
    return isJsonObject(entry) ? entry : undefined
  } catch {
    return undefined
  }
}

interface Line {
  /** Undefined if it is too long. */
  readonly line: Buffer | undefined
  /** Without a newline after it. */
  readonly isLast: boolean
}

async function* linesOf(path: string, chunkBytes: number): AsyncGenerator<Line> {
  let rest: Buffer[] = []
  let restBytes = 0
  for await (const chunk of chunksOf(path, chunkBytes)) {
    let from = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      const part = chunk.subarray(from, end)
      const isTooLong = restBytes + part.length > mostLineBytes
      const line = rest.length === 0 ? part : Buffer.concat([...rest, part])
      yield { line: isTooLong ? undefined : line, isLast: false }
      rest = []
      restBytes = 0
      from = end + 1
    }
    const tail = chunk.subarray(from)
    restBytes += tail.length
    if (restBytes <= mostLineBytes) rest.push(Buffer.from(tail))
    else rest = []
  }
  const isTooLong = restBytes > mostLineBytes
  if (restBytes > 0) yield { line: isTooLong ? undefined : Buffer.concat(rest), isLast: true }
}

/** A chunk is valid until the next one is asked for. */
function chunksOf(path: string, chunkBytes: number): AsyncIterable<Buffer> {
  if (!path.endsWith('.zst')) return plainChunks(path, chunkBytes)
  const stream = createReadStream(path, { highWaterMark: chunkBytes })
  // A fault of either ends both; who reads the lines is told.
  return pipeline(stream, createZstdDecompress(), () => {})
}

/** Into one buffer: a stream leaves a new one for the garbage collector with each chunk. */
async function* plainChunks(path: string, chunkBytes: number): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(chunkBytes)
  const file = await open(path)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** Of hundreds of files at once, only the first lines are of interest. */
const headBytes = 16 * 1024

/** The time of the first line that has one. */
export async function firstTime(path: string): Promise<string | undefined> {
  try {
    for await (const line of readJsonLines(path, {
      marks: ['"timestamp":"'],
      chunkBytes: headBytes,
    })) {
      const time = isSkipped(line) ? undefined : timeOf(line.entry.timestamp)
      if (time !== undefined) return time
    }
  } catch {
    // It is gone, or may not be read: reading it says so.
  }
  return undefined
}
