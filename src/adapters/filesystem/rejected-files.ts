/** Events the spool rejected: one JSON file each, with redacted text only. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject, type JsonObject } from '../../core/model/json.ts'
import type { RejectedEntry } from '../../core/ports/spool.ts'
import { makeFolder, writeFileAtomically } from '../../home/write-files.ts'
import { undefinedIfMissing } from '../missing-file.ts'
import { namesIn } from './spool-scan.ts'

export async function writeRejected(folder: string, entry: RejectedEntry): Promise<void> {
  makeFolder(folder)
  const { name, ...rest } = entry
  const contents = `${JSON.stringify(rest, null, 2)}\n`
  writeFileAtomically(join(folder, `${name}.json`), contents, { mode: 0o600 })
}

export async function listRejected(folder: string): Promise<RejectedEntry[]> {
  const entries: RejectedEntry[] = []
  for (const name of await namesOf(folder)) {
    const entry = await readEntry(folder, name)
    if (entry) entries.push(entry)
  }
  return entries.sort((a, b) => (a.at < b.at ? -1 : 1))
}

export async function countRejected(folder: string): Promise<number> {
  return (await namesOf(folder)).length
}

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

function fromJson(name: string, value: JsonObject): RejectedEntry {
  const text = (key: string) => (typeof value[key] === 'string' ? value[key] : undefined)
  return {
    name,
    reason: text('reason') ?? 'unknown',
    at: text('at') ?? '',
    host: text('host'),
    event: text('event'),
    text: text('text') ?? '',
  }
}

const namesOf = (folder: string) => namesIn(folder, /^[^.].*\.spool\.json$/)
