/** Reads bundles: first whether all of it is there and unchanged, then line by line. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import {
  type BundleHeader,
  type BundleLine,
  bundleEnd,
  bundleFormat,
  bundleHeader,
  bundleLine,
} from '../../contract/bundle.ts'
import { ThroughlineError } from '../../contract/errors.ts'
import { parseJson } from '../../core/model/json-values.ts'
import { damagedBundle, newerBundle, unknownBundle } from './bundle-errors.ts'
import type { BundleBytes } from './open-bundle-file.ts'

/** No line that we write is nearly as long. */
const longestLine = 64 * 1024 * 1024

/**
 * Reads all of it once and keeps nothing.
 * @throws ThroughlineError if it is damaged, cut off, changed, or of a newer version
 */
export async function verifyBundle(file: string, bytes: BundleBytes): Promise<BundleHeader> {
  const checksum = createHash('sha256')
  let header: BundleHeader | undefined
  let lines = 0
  let last: Buffer | undefined
  for await (const line of splitLines(file, bytes)) {
    if (last) checksum.update(last).update('\n')
    header ??= parseHeader(file, line)
    last = line
    lines += 1
  }
  const end = last && bundleEnd.safeParse(parse(last)).data
  if (!header || !end) throw damagedBundle(file, 'its end is missing')
  if (end.lines !== lines - 1 || end.sha256 !== checksum.digest('hex')) {
    throw damagedBundle(file, 'its checksum does not match')
  }
  return header
}

/** The lines between the first and the last; undefined for what this version cannot use. */
export async function* readBundleLines(
  file: string,
  bytes: BundleBytes,
): AsyncGenerator<BundleLine | undefined> {
  let isFirst = true
  for await (const text of splitLines(file, bytes)) {
    const line = isFirst ? undefined : parse(text)
    if (!isFirst && !bundleEnd.safeParse(line).success) yield bundleLine.safeParse(line).data
    isFirst = false
  }
}

function parseHeader(file: string, line: Buffer): BundleHeader {
  const given = parse(line)
  const { format } = (given ?? {}) as { format?: unknown }
  if (typeof format === 'number' && format > bundleFormat) throw newerBundle(file, format)
  const header = bundleHeader.safeParse(given)
  if (header.success) return header.data
  throw unknownBundle(file)
}

async function* splitLines(file: string, bytes: BundleBytes): AsyncGenerator<Buffer> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of decompressed(file, bytes)) {
    let from = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)])
      parts = []
      length = 0
      from = end + 1
    }
    if (from === chunk.length) continue
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > longestLine) throw damagedBundle(file, 'a line is too long')
  }
  if (length > 0) throw damagedBundle(file, 'it is cut off')
}

async function* decompressed(file: string, bytes: BundleBytes): AsyncGenerator<Buffer> {
  const input = Readable.from(bytes(), { objectMode: false })
  const output = createZstdDecompress()
  input.on('error', (error) => output.destroy(error))
  try {
    yield* input.pipe(output)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (error instanceof ThroughlineError) throw error
    if (code !== undefined && /^E[A-Z]+$/.test(code)) throw error
    throw damagedBundle(file, 'it is cut off or was changed')
  } finally {
    input.destroy()
    output.destroy()
  }
}

const parse = (line: Buffer) => parseJson(line.toString('utf8'))
