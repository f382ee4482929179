/** Reads files of one JSON object a line, of any size, and parses only the lines that matter. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { isJsonObject, type JsonObject, timeOf } from '../../core/model/json.ts'
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

export type JsonLine = { readonly entry: JsonObject } | SkippedPart

export async function* readJsonLines(
  path: string,
  { marks = [], chunkBytes }: LineOptions = {},
): AsyncGenerator<JsonLine> {
  const options = { isWanted: holdsAnyOf(marks), ...(chunkBytes !== undefined && { chunkBytes }) }
  for await (const lines of readJsonLineGroups(path, options)) {
    for (const line of lines) yield line
  }
}

export interface LineGroupOptions {
  /** Asked when all lines before were taken. Other lines are not parsed, except for the last. */
  readonly isWanted: (line: Buffer) => boolean
  readonly chunkBytes?: number
}

/**
 * For files of many lines: a step of an async generator takes longer than to pass over a line.
 * A group must be taken whole before the next is asked for. The last line may be torn: its writer
 * may be at work.
 */
export async function* readJsonLineGroups(
  path: string,
  { isWanted, chunkBytes = 256 * 1024 }: LineGroupOptions,
): AsyncGenerator<Iterable<JsonLine>> {
  for await (const lines of lineGroups(path, chunkBytes)) yield parseLines(lines, isWanted)
}

function* parseLines(
  lines: Iterable<Line>,
  isWanted: LineGroupOptions['isWanted'],
): Generator<JsonLine> {
  for (const { line, isLast } of lines) {
    if (line === undefined) yield { skipped: 'line over 64 MB' }
    else if (isLast || isWanted(line)) {
      const entry = parse(line)
      if (entry) yield { entry }
      else if (!isLast) yield { skipped: 'line that is not a JSON object' }
      else if (line.length > 0) yield { skipped: 'torn last line' }
    }
  }
}

/** Any line, if there are no marks. */
export function holdsAnyOf(marks: readonly string[]): (line: Buffer) => boolean {
  const wanted = marks.map((mark) => Buffer.from(mark))
  return (line) => wanted.length === 0 || wanted.some((mark) => line.includes(mark))
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

/** What of a line was in earlier chunks. */
interface Rest {
  parts: Buffer[]
  bytes: number
}

async function* lineGroups(path: string, chunkBytes: number): AsyncGenerator<Iterable<Line>> {
  const rest: Rest = { parts: [], bytes: 0 }
  for await (const chunk of chunksOf(path, chunkBytes)) yield linesIn(chunk, rest)
  const isTooLong = rest.bytes > mostLineBytes
  const last = isTooLong ? undefined : Buffer.concat(rest.parts)
  if (rest.bytes > 0) yield [{ line: last, isLast: true }]
}

function* linesIn(chunk: Buffer, rest: Rest): Generator<Line> {
  let from = 0
  for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
    const part = chunk.subarray(from, end)
    const isTooLong = rest.bytes + part.length > mostLineBytes
    const line = rest.bytes === 0 ? part : Buffer.concat([...rest.parts, part])
    yield { line: isTooLong ? undefined : line, isLast: false }
    rest.parts = []
    rest.bytes = 0
    from = end + 1
  }
  const tail = chunk.subarray(from)
  rest.bytes += tail.length
  if (rest.bytes <= mostLineBytes) rest.parts.push(Buffer.from(tail))
  else rest.parts = []
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
