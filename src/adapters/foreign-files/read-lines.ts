/** Reads files of any size with one JSON object per line, and parses only relevant lines. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { isJsonObject, type JsonObject, timeOf } from '../../core/model/json.ts'
import { isSkipped, type SkippedPart } from '../../core/ports/history-source.ts'

/** A longer line is not a message. */
const mostLineBytes = 64 * 1024 * 1024
const newline = 0x0a

export interface LineOptions {
  /** Skip lines that contain none of these, such as `"type":"user"`. Without marks, parse all. */
  readonly marks?: readonly string[]
  /** Bytes per read. */
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
  /** Called when all earlier lines are processed. Skips lines unparsed, except the last. */
  readonly isWanted: (line: Buffer) => boolean
  readonly chunkBytes?: number
}

/**
 * For files with many lines: a step of an async generator takes longer than skipping a line.
 * Consume a group completely before you ask for the next. The last line may be incomplete, if its
 * writer is at work.
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

/** Matches any line if there are no marks. */
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
  /** Undefined if the line is too long. */
  readonly line: Buffer | undefined
  /** No newline follows it. */
  readonly isLast: boolean
}

/** The part of a line that came in earlier chunks. */
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

/** A chunk is valid until you ask for the next one. */
function chunksOf(path: string, chunkBytes: number): AsyncIterable<Buffer> {
  if (!path.endsWith('.zst')) return plainChunks(path, chunkBytes)
  const stream = createReadStream(path, { highWaterMark: chunkBytes })
  // An error in either stream ends both and reaches the reader.
  return pipeline(stream, createZstdDecompress(), () => {})
}

/** Reads into one buffer: a stream would allocate a new one per chunk. */
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

/** For hundreds of files, only the first lines matter. */
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
    // The file is gone or unreadable; reading it reports the error.
  }
  return undefined
}
