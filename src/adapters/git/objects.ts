/**
 * Reads a repository's objects from their files. Git would run filters and helpers that the
 * repository names; this code runs nothing and limits its memory.
 */
import { closeSync, lstatSync, opendirSync, readSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openRegularFile } from '../read-small-file.ts'
import { applyDelta, openPack, type Pack } from './pack.ts'

type ObjectKind = 'commit' | 'tree' | 'blob' | 'tag'

interface GitObject {
  readonly kind: ObjectKind
  readonly content: Buffer
}

export interface GitObjects {
  /** @returns undefined if the object is missing, damaged, or too large */
  read(id: string): Promise<GitObject | undefined>
  /** Returns the only object whose id has this prefix, of at least four digits. */
  complete(prefix: string): string | undefined
  close(): void
}

const mostObjectBytes = 8 * 1024 * 1024
const mostPacks = 500
/** Git makes chains of 50, with `--aggressive` of 250. */
const longestChain = 300
/** Limits all objects of a chain together, so that a bad pack cannot keep us busy. */
const mostChainBytes = 4 * mostObjectBytes

export interface ObjectOptions {
  readonly idBytes?: number
  /**
   * Ignores alternates, from which `git clone --shared` borrows: a folder could present another
   * repository's objects as its own.
   */
  readonly isOwnOnly?: boolean | undefined
}

/** @param folder the repository's `objects`; links in it are ignored */
export function openObjects(
  folder: string,
  { idBytes = 20, isOwnOnly = false }: ObjectOptions = {},
): GitObjects {
  const folders = isOwnOnly ? [folder] : [folder, ...alternatesOf(folder)]
  const packPaths = folders.flatMap(listPacks).slice(0, mostPacks)
  const packs = packPaths.flatMap((path) => {
    const pack = openPack(path, idBytes)
    return pack ? [pack] : []
  })
  const recent = createCache()
  const isId = new RegExp(`^[0-9a-f]{${idBytes * 2}}$`)

  function readPacked(id: Buffer, chain: Chain): GitObject | undefined {
    for (const pack of packs) {
      const offset = pack.offsetOf(id)
      if (offset !== undefined) return readEntry(pack, offset, chain)
    }
    return undefined
  }

  /** Objects are stored as changes to others, and objects read in sequence share most of them. */
  function readEntry(pack: Pack, offset: number, chain: Chain): GitObject | undefined {
    const key = offset * mostPacks + packs.indexOf(pack)
    const known = recent.get(key)
    if (known) return known
    const read = inflateEntry(pack, offset, chain)
    if (read) recent.put(key, read)
    return read
  }

  function inflateEntry(pack: Pack, offset: number, chain: Chain): GitObject | undefined {
    const head = pack.read(offset, 64)
    const { type, size, length } = parseHead(head)
    chain.length += 1
    chain.bytes += size
    if (size > mostObjectBytes || isTooLong(chain)) return undefined
    const kind = kinds[type]
    if (kind) {
      const content = inflate(pack, offset + length, size)
      return content && { kind, content }
    }
    if (type === 7) {
      const base = readPacked(head.subarray(length, length + idBytes), chain)
      return onBase(base, inflate(pack, offset + length + idBytes, size))
    }
    const back = type === 6 ? parseBack(head, length) : undefined
    if (!back || back.distance <= 0 || back.distance > offset) return undefined
    const base = readEntry(pack, offset - back.distance, chain)
    return onBase(base, inflate(pack, offset + back.end, size))
  }

  return {
    async read(id) {
      if (!isId.test(id)) return undefined
      const packed = readPacked(Buffer.from(id, 'hex'), { length: 0, bytes: 0 })
      if (packed) return packed
      for (const one of folders) {
        const loose = readLoose(one, id)
        if (loose) return loose
      }
      return undefined
    },
    complete(prefix) {
      if (isId.test(prefix)) return prefix
      if (!/^[0-9a-f]{4,}$/.test(prefix)) return undefined
      const rest = new RegExp(`^${prefix.slice(2)}`)
      const loose = folders.flatMap((one) => listFiles(join(one, prefix.slice(0, 2)), rest, 2))
      const packed = packs.flatMap((pack) => pack.idsLike(prefix))
      const ids = new Set([...loose.map((name) => prefix.slice(0, 2) + name), ...packed])
      return ids.size === 1 ? [...ids][0] : undefined
    },
    close() {
      for (const pack of packs) pack.close()
    },
  }
}

const mostCachedBytes = 8 * 1024 * 1024
const largestCached = 64 * 1024

/** Drops the oldest first. */
function createCache() {
  const objects = new Map<number, GitObject>()
  let bytes = 0
  return {
    get: (key: number) => objects.get(key),
    put(key: number, { kind, content: read }: GitObject) {
      if (read.length > largestCached) return
      // Copies, because a slice would keep a larger shared buffer in memory.
      const content = Buffer.allocUnsafeSlow(read.length)
      read.copy(content)
      objects.set(key, { kind, content })
      bytes += content.length
      for (const [oldest, { content }] of objects) {
        if (bytes <= mostCachedBytes) break
        objects.delete(oldest)
        bytes -= content.length
      }
    },
  }
}

/** The packs' paths without extension. */
function listPacks(folder: string): string[] {
  const isReal = isRealFolder(folder) && isRealFolder(join(folder, 'pack'))
  const names = isReal ? listFiles(join(folder, 'pack'), /\.idx$/, mostPacks) : []
  return names.map((name) => join(folder, 'pack', name.slice(0, -'.idx'.length)))
}

const mostAlternates = 8
const mostAlternatesBytes = 64 * 1024

/** Lists object folders, including alternates of alternates. */
function alternatesOf(folder: string): string[] {
  const found = [folder]
  for (let at = 0; at < found.length && found.length <= mostAlternates; at += 1) {
    const from = found[at] ?? ''
    const text = readWhole(join(from, 'info', 'alternates'), mostAlternatesBytes)?.toString('utf8')
    const lines = text?.split('\n').filter((line) => line !== '' && !line.startsWith('#')) ?? []
    for (const path of lines.map((line) => resolve(from, line))) {
      if (found.length <= mostAlternates && !found.includes(path)) found.push(path)
    }
  }
  return found.slice(1)
}

interface Chain {
  length: number
  bytes: number
}

const isTooLong = ({ length, bytes }: Chain) => length > longestChain || bytes > mostChainBytes

const kinds: Readonly<Record<number, ObjectKind>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }

function readLoose(folder: string, id: string): GitObject | undefined {
  const place = join(folder, id.slice(0, 2))
  if (!isRealFolder(folder) || !isRealFolder(place)) return undefined
  const bytes = readWhole(join(place, id.slice(2)), mostObjectBytes)
  const whole = bytes && inflateBytes(bytes, mostObjectBytes)
  const end = whole?.indexOf(0) ?? -1
  if (!whole || end < 0 || end > 32) return undefined
  const [kind, size] = whole.toString('latin1', 0, end).split(' ')
  const content = whole.subarray(end + 1)
  const known = Object.values(kinds).find((one) => one === kind)
  return known && content.length === Number(size) ? { kind: known, content } : undefined
}

/** Reads synchronously, without the thread pool: histories are read object by object. */
function readWhole(path: string, mostBytes: number): Buffer | undefined {
  const file = openRegularFile(path)
  if (!file) return undefined
  try {
    if (file.size > mostBytes) return undefined
    const bytes = Buffer.allocUnsafe(file.size)
    return bytes.subarray(0, readSync(file.descriptor, bytes, 0, file.size, 0))
  } finally {
    closeSync(file.descriptor)
  }
}

function onBase(base: GitObject | undefined, delta: Buffer | undefined): GitObject | undefined {
  const content = base && delta && applyDelta(base.content, delta, mostObjectBytes)
  return content && { kind: base.kind, content }
}

/** Three bits of type, then the size, seven bits per byte, lowest first. */
function parseHead(head: Buffer): { type: number; size: number; length: number } {
  const first = head[0] ?? 0
  let size = first & 0x0f
  let length = 1
  for (let factor = 16; (head[length - 1] ?? 0) & 0x80 && length < 10; factor *= 128) {
    size += ((head[length] ?? 0) & 0x7f) * factor
    length += 1
  }
  return { type: (first >> 4) & 7, size, length }
}

/** The distance from an entry back to its base. */
function parseBack(head: Buffer, start: number): { distance: number; end: number } {
  let at = start
  let distance = (head[at] ?? 0) & 0x7f
  while ((head[at] ?? 0) & 0x80 && at < start + 9) {
    at += 1
    distance = (distance + 1) * 128 + ((head[at] ?? 0) & 0x7f)
  }
  return { distance, end: at + 1 }
}

/** Incompressible data grows by a few bytes per 16 KB. */
function inflate(pack: Pack, offset: number, size: number): Buffer | undefined {
  const content = inflateBytes(pack.read(offset, size + Math.ceil(size / 1_000) + 128), size)
  return content?.length === size ? content : undefined
}

function inflateBytes(bytes: Buffer, mostBytes: number): Buffer | undefined {
  try {
    // Loaded here, because many folders are recognised without reading objects.
    const { inflateSync } = process.getBuiltinModule('node:zlib')
    const chunkSize = Math.min(Math.max(mostBytes + 1, 64), 16 * 1024)
    return inflateSync(bytes, { maxOutputLength: Math.max(mostBytes, 1), chunkSize })
  } catch {
    return undefined
  }
}

function isRealFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    return false
  }
}

function listFiles(folder: string, pattern: RegExp, most: number): string[] {
  const names: string[] = []
  try {
    const directory = opendirSync(folder)
    try {
      for (let read = 0; read < 20_000 && names.length < most; read += 1) {
        const entry = directory.readSync()
        if (!entry) break
        if (pattern.test(entry.name)) names.push(entry.name)
      }
    } finally {
      directory.closeSync()
    }
  } catch {
    // There are no packs.
  }
  return names
}
