/**
 * Reads a package made by `npm pack`: a gzipped tar with all files below `package/`. Its origin is
 * unknown, so links and paths that lead elsewhere are refused.
 */

import { readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { ThroughlineError } from '../../contract/errors.ts'

const maximumPackedBytes = 64 * 1024 * 1024
const maximumBytes = 256 * 1024 * 1024
const blockBytes = 512

/** @throws ThroughlineError `unreadable-file` */
export function readTarball(file: string): Map<string, Uint8Array> {
  if (statSync(file).size > maximumPackedBytes) throw unreadable(file, 'it is larger than 64 MB')
  try {
    return readEntries(gunzipSync(readFileSync(file), { maxOutputLength: maximumBytes }))
  } catch (cause) {
    throw unreadable(file, cause instanceof Error ? cause.message : String(cause), cause)
  }
}

function readEntries(tar: Buffer): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  let longPath: string | undefined
  for (let at = 0; at + blockBytes <= tar.length; ) {
    const header = tar.subarray(at, at + blockBytes)
    if (header.every((byte) => byte === 0)) break
    requireChecksum(header)
    const size = numberIn(header, 124, 12)
    const content = tar.subarray(at + blockBytes, at + blockBytes + size)
    if (content.length < size) throw new Error('it ends too early')
    at += blockBytes + Math.ceil(size / blockBytes) * blockBytes
    const type = String.fromCharCode(header[156] ?? 0)
    if (type === 'x') longPath = pathInRecords(content.toString('utf8'))
    if (type === 'x' || type === 'g' || type === '5') continue
    if (type !== '0' && type !== '\0') throw new Error('it contains something that is not a file')
    files.set(insidePackage(longPath ?? pathIn(header)), content)
    longPath = undefined
  }
  return files
}

function requireChecksum(header: Buffer): void {
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (sum !== numberIn(header, 148, 8)) throw new Error('it is damaged or not a tarball')
}

function numberIn(header: Buffer, start: number, length: number): number {
  const value = Number.parseInt(textIn(header, start, length).trim() || '0', 8)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error('it is damaged')
  return value
}

function pathIn(header: Buffer): string {
  const [name, prefix] = [textIn(header, 0, 100), textIn(header, 345, 155)]
  return prefix === '' ? name : `${prefix}/${name}`
}

/** Ends at the first zero byte. */
function textIn(header: Buffer, start: number, length: number): string {
  return header.toString('utf8', start, start + length).split('\0')[0] ?? ''
}

/** Reads the path from an extended header: lines of `LENGTH KEY=VALUE`. */
const pathInRecords = (text: string): string | undefined => /^\d+ path=(.*)$/m.exec(text)?.[1]

function insidePackage(path: string): string {
  const [top, ...rest] = path.split('/')
  const isPlain = rest.every((part) => part !== '' && part !== '.' && part !== '..')
  if (top === '' || rest.length === 0 || !isPlain || /[\\:\0]/.test(path)) {
    throw new Error('it contains a path outside the package')
  }
  return rest.join('/')
}

function unreadable(file: string, why: string, cause?: unknown): ThroughlineError {
  const hint = 'give a tarball made by npm pack'
  return new ThroughlineError('unreadable-file', `cannot read ${file}: ${why}`, { hint, cause })
}
