/** Reads all that a history source finds, as an import would. */
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type HistoryItem,
  type HistoryPlace,
  type HistorySource,
  type ImportedEvent,
  isSkipped,
} from '../../../src/core/ports/history-source.ts'
import { makeTemporaryFolder } from '../homes/temporary-folder.ts'

export const fixtureHome = (name: string) =>
  fileURLToPath(new URL(`../../fixtures/import/${name}/home`, import.meta.url))

/** A copy of a fixture to change. */
export function copiedHome(name: string): string {
  const home = join(makeTemporaryFolder(), 'home')
  cpSync(fixtureHome(name), home, { recursive: true })
  return home
}

export interface ReadHistory {
  readonly items: readonly HistoryItem[]
  readonly events: readonly ImportedEvent[]
  readonly skipped: readonly string[]
  readonly failed: readonly string[]
}

export async function readHistory(
  source: HistorySource,
  place: Partial<HistoryPlace> & Pick<HistoryPlace, 'userHome'>,
): Promise<ReadHistory> {
  const items = await source.discover({ env: {}, folders: [], ...place })
  const read = { events: [] as ImportedEvent[], skipped: [] as string[], failed: [] as string[] }
  for (const item of items) {
    try {
      for await (const part of source.read(item)) {
        if (isSkipped(part)) read.skipped.push(part.skipped)
        else read.events.push(part)
      }
    } catch (error) {
      read.failed.push(error instanceof Error ? error.message : String(error))
    }
  }
  source.close?.()
  return { items, ...read }
}

/** What happened, one line each: `prompt List the files`. */
export const outline = (events: readonly ImportedEvent[]) =>
  events.map(({ event: { detail } }) => {
    if (detail.kind === 'prompt') return `prompt ${detail.text}`
    if (detail.kind === 'turn-end') return `${detail.outcome} ${detail.answer ?? ''}`.trim()
    if (detail.kind === 'tool') return `${detail.outcome} ${detail.toolName}`
    return detail.kind
  })

/** Every file below a folder with its content and time. */
export function snapshot(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  const files = names.map((name) => join(folder, name)).filter((path) => statSync(path).isFile())
  return Object.fromEntries(
    files.map((path) => [
      path,
      `${statSync(path).mtimeMs} ${readFileSync(path).toString('base64')}`,
    ]),
  )
}
