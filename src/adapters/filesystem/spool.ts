/** The spool folder: hooks rename files into it, and the drain reads them in order of arrival. */
import { lstatSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject, type JsonObject } from '../../core/model/json.ts'
import {
  formatSpoolHeader,
  maxHeaderBytes,
  maxPayloadBytes,
  parseSpoolFile,
  parseSpoolHeader,
  type SpoolEnvelope,
} from '../../core/model/spool-file.ts'
import type {
  RejectedEntry,
  Spool,
  SpoolDepth,
  SpoolEntry,
  SpoolReading,
} from '../../core/ports/spool.ts'
import type { HomePaths } from '../../home/paths.ts'
import { makeFolder, writeFileAtomically } from '../../home/write-files.ts'
import { undefinedIfMissing } from '../read-small-file.ts'
import { watchFolder } from './watch-folder.ts'

type Place = Pick<HomePaths, 'spool' | 'rejected'>

export function createSpool(place: Place): Spool {
  const nextName = createNames()
  const pathOf = (entry: SpoolEntry) => join(place.spool, entry.name)
  return {
    add: (envelope, payload) => addFile(place.spool, `${nextName()}.spool`, envelope, payload),
    async pending(limit = Number.POSITIVE_INFINITY) {
      return (await scanSpool(place.spool)).slice(0, limit)
    },
    read: (entry) => readSpoolFile(pathOf(entry)),
    async remove(entries) {
      await Promise.all(entries.map((entry) => removeFile(pathOf(entry))))
    },
    async reject(entry, reason, redactedText, redact) {
      const header = await readStart(pathOf(entry))
      if (!header) return
      const known = header === 'unreadable' ? {} : parseSpoolHeader(header)
      const envelope = Object.entries<string>({ ...known }).map(([key, value]) => [
        key,
        redact(value),
      ])
      const { name, arrivedAt: at } = entry
      const text = redactedText
      const rest = { reason, at, ...Object.fromEntries(envelope), text }
      await writeRejected(place.rejected, { name, ...rest })
      if (header !== 'unreadable') return removeFile(pathOf(entry))
      await rename(pathOf(entry), join(place.rejected, name))
    },
    rejected: () => listRejected(place.rejected),
    async restoreRejected() {
      const entries = await listRejected(place.rejected)
      const isRestored = await Promise.all(entries.map((entry) => restore(place, entry)))
      return isRestored.filter(Boolean).length
    },
    async removeRejected(names) {
      const files = names.flatMap((name) => [name, `${name}.json`])
      await Promise.all(files.map((file) => removeFile(join(place.rejected, file))))
    },
    depth: () => measureDepth(place),
    sweep: (now) => sweepTemporary(place, now),
    watch: (onChange) => watchFolder(place.spool, (name) => spoolName.test(name), onChange),
  }
}

const temporaryName = /^\..*\.tmp$/
const hourMs = 60 * 60 * 1000

async function addFile(
  folder: string,
  name: string,
  envelope: SpoolEnvelope,
  payload: string,
  at?: Date,
): Promise<void> {
  makeFolder(folder)
  const temporary = join(folder, `.${name}.tmp`)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(formatSpoolHeader(envelope) + payload)
      if (at) await file.utimes(at, at)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Makes names that sort in order of creation, because two files can share a timestamp. */
function createNames(): () => string {
  let origin: string | undefined
  let count = 0
  return () => {
    count += 1
    const time = Date.now().toString(16).padStart(12, '0')
    origin ??= process.getBuiltinModule('node:crypto').randomBytes(6).toString('hex')
    return `${time}-${origin}-${count.toString(16).padStart(8, '0')}`
  }
}

async function readSpoolFile(file: string): Promise<SpoolReading> {
  const stats = lstatSync(file, { throwIfNoEntry: false })
  if (!stats) return { kind: 'gone' }
  if (stats.size > maxHeaderBytes + maxPayloadBytes) {
    return { kind: 'broken', reason: 'the payload is too large', text: '' }
  }
  const bytes = await readFile(file).catch(undefinedIfMissing)
  if (!bytes) return { kind: 'gone' }
  const parsed = parseSpoolFile(bytes)
  if (parsed.kind === 'ok') return parsed
  const text = bytes.length > maxPayloadBytes ? '' : bytes.toString('utf8')
  return { ...parsed, text }
}

const forbidden = ['EACCES', 'EPERM', 'EIO']

async function readStart(file: string): Promise<Uint8Array | 'unreadable' | undefined> {
  const handle = await open(file).catch((error) =>
    forbidden.includes(error.code) ? 'unreadable' : undefinedIfMissing(error),
  )
  if (!handle || handle === 'unreadable') return handle
  try {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(maxHeaderBytes), 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function measureDepth(place: Place): Promise<SpoolDepth> {
  const entries = await scanSpool(place.spool)
  return {
    pending: entries.length,
    oldest: entries[0]?.arrivedAt,
    rejected: await countRejected(place.rejected),
  }
}

async function sweepTemporary(place: Place, now: Date): Promise<number> {
  let removed = 0
  for (const folder of [place.spool, place.rejected]) {
    for (const name of await namesIn(folder, temporaryName)) {
      const file = join(folder, name)
      const stats = lstatSync(file, { throwIfNoEntry: false })
      if (!stats?.isFile() || now.getTime() - stats.mtimeMs < hourMs) continue
      await removeFile(file)
      removed += 1
    }
  }
  return removed
}

/** Not `rm`, which checks the file first; for a thousand files that is measurable. */
async function removeFile(file: string): Promise<void> {
  await unlink(file).catch(undefinedIfMissing)
}

const spoolName = /^[A-Za-z0-9][A-Za-z0-9_-]*\.spool$/

/**
 * Lists the spool in order of arrival and ignores other files. Sorting needs the time of every
 * file: for 100,000 files, lstatSync took 0.4 s (with pauses for other work), the promise-based
 * lstat 1.1 s with 500 at once.
 */
async function scanSpool(folder: string): Promise<SpoolEntry[]> {
  const found: { name: string; writtenNs: bigint; bytes: number }[] = []
  for (const [index, name] of (await namesIn(folder, spoolName)).entries()) {
    const stats = lstatSync(join(folder, name), { bigint: true, throwIfNoEntry: false })
    if (stats?.isFile()) found.push({ name, writtenNs: stats.mtimeNs, bytes: Number(stats.size) })
    if (index % 1000 === 999) await new Promise(setImmediate)
  }
  found.sort((a, b) => {
    if (a.writtenNs !== b.writtenNs) return a.writtenNs < b.writtenNs ? -1 : 1
    return a.name < b.name ? -1 : 1
  })
  return found.map(({ name, writtenNs, bytes }) => ({ name, arrivedAt: isoTime(writtenNs), bytes }))
}

async function namesIn(folder: string, pattern: RegExp): Promise<string[]> {
  const names = (await readdir(folder).catch(undefinedIfMissing)) ?? []
  return names.filter((name) => pattern.test(name))
}

const isoTime = (ns: bigint) => new Date(Number(ns / 1_000_000n)).toISOString()

/** One JSON file per rejected event, with redacted text only. */
async function writeRejected(folder: string, entry: RejectedEntry): Promise<void> {
  makeFolder(folder)
  const { name, ...rest } = entry
  const contents = `${JSON.stringify(rest, null, 2)}\n`
  writeFileAtomically(join(folder, `${name}.json`), contents, { mode: 0o600 })
}

/** An event we could not open is stored unchanged; for others only the redacted text exists. */
async function restore(place: Place, { name, at, host, event, ...rest }: RejectedEntry) {
  const spooled = join(place.spool, name)
  const isMoved = await rename(join(place.rejected, name), spooled).then(
    () => true,
    undefinedIfMissing,
  )
  if (!isMoved) {
    if (host === undefined || event === undefined || rest.text === '') return false
    await addFile(place.spool, name, { host, event, ...rest }, rest.text, new Date(at))
  }
  await removeFile(join(place.rejected, `${name}.json`))
  return true
}

async function listRejected(folder: string): Promise<RejectedEntry[]> {
  const entries: RejectedEntry[] = []
  for (const name of await namesOf(folder)) {
    const entry = await readEntry(folder, name)
    if (entry) entries.push(entry)
  }
  return entries.sort((a, b) => (a.at < b.at ? -1 : 1))
}

const countRejected = async (folder: string): Promise<number> => (await namesOf(folder)).length

async function readEntry(folder: string, file: string): Promise<RejectedEntry | undefined> {
  const name = file.slice(0, -'.json'.length)
  try {
    const text = await readFile(join(folder, file), 'utf8').catch(undefinedIfMissing)
    if (text === undefined) return undefined
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value)) return fromJson(name, value)
  } catch {}
  return fromJson(name, { reason: 'set aside, but its file cannot be read' })
}

const envelopeNames = ['host', 'event', 'cwd', 'project', 'session', 'agent'] as const

function fromJson(name: string, value: JsonObject): RejectedEntry {
  const text = (key: string) => (typeof value[key] === 'string' ? value[key] : undefined)
  return {
    name,
    reason: text('reason') ?? 'unknown',
    at: text('at') ?? '',
    ...Object.fromEntries(envelopeNames.map((key) => [key, text(key)])),
    text: text('text') ?? '',
  }
}

const namesOf = (folder: string) => namesIn(folder, /^[^.].*\.spool\.json$/)
