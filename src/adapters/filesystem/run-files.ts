/** run/daemon.json, with which other processes find the daemon, and run/port, for the next daemon. */
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { ImportRun } from '../../contract/operations/import.ts'
import type { TriggerLists } from '../../core/context/triggers.ts'
import type { DelayedEntry, EntriesInHand } from '../../core/ports/spool.ts'
import type { HomePaths } from '../../home/paths.ts'
import { tryTo } from '../../home/try-to.ts'
import { makeFolder, writeFileAtomically } from '../../home/write-files.ts'

export interface RunFile {
  readonly pid: number
  readonly port: number
  readonly token: string
  readonly startedAt: string
  readonly version: string
}

export function writeRunFile(file: string, content: RunFile): void {
  writeFileAtomically(file, `${JSON.stringify(content, null, 2)}\n`)
}

/** @returns undefined if it is missing or unreadable */
export function readRunFile(file: string): RunFile | undefined {
  return tryTo(() => toRunFile(JSON.parse(readFileSync(file, 'utf8'))))
}

/** Removes the file only if it is still ours; a new daemon may have replaced it. */
export function removeRunFile(file: string, pid: number): void {
  if (readRunFile(file)?.pid === pid) rmSync(file, { force: true })
}

/** Checked by hand: quick commands cannot wait for schemas to load. */
function toRunFile(content: Partial<RunFile>): RunFile | undefined {
  const { pid = 0, port = 0, token = '', startedAt = '', version = '' } = content
  const hasNumbers = [pid, port].every((number) => Number.isInteger(number) && number > 0)
  const hasTexts = [token, startedAt, version].every((text) => typeof text === 'string')
  return hasNumbers && hasTexts && token !== ''
    ? { pid, port, token, startedAt, version }
    : undefined
}

export function writeLastPort(file: string, port: number): void {
  writeFileAtomically(file, `${port}\n`)
}

/** @returns undefined if it is missing or unreadable */
export function readLastPort(file: string): number | undefined {
  try {
    const port = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined
  } catch {
    return undefined
  }
}

interface ImportRunFile {
  readonly pid: number
  readonly run: ImportRun
}

/**
 * run/import.json shows other processes the progress of an import. It need not survive a power cut.
 */
export function writeImportRun(file: string, content: ImportRunFile): void {
  writeFileAtomically(file, `${JSON.stringify(content)}\n`, { isDurable: false })
}

/** @returns undefined if it is missing or unreadable */
export function readImportRun(file: string): ImportRunFile | undefined {
  return tryTo(() => JSON.parse(readFileSync(file, 'utf8')) as ImportRunFile)
}

/** run/in-hand.json: the spool entries that the drain works on or has to retry. */
export function createInHandFile(file: string): EntriesInHand {
  return {
    read() {
      try {
        const { names, deaths, delayed = {} } = JSON.parse(readFileSync(file, 'utf8'))
        const isOurs = Array.isArray(names) && Object.values(deaths).every(Number.isInteger)
        const ageMs = Date.now() - statSync(file).mtimeMs
        const maps = {
          deaths: new Map<string, number>(Object.entries(deaths)),
          delayed: new Map<string, DelayedEntry>(Object.entries(delayed)),
        }
        if (isOurs) return { names: names.map(String), ...maps, ageMs }
      } catch {
        // Missing or unreadable.
      }
      return { names: [], deaths: new Map(), delayed: new Map(), ageMs: 0 }
    },
    write({ names, deaths, delayed }) {
      const isEmpty = names.length + deaths.size + delayed.size === 0
      if (isEmpty) return rmSync(file, { force: true })
      const maps = { deaths: Object.fromEntries(deaths), delayed: Object.fromEntries(delayed) }
      const content = { names, ...maps }
      try {
        writeFileSync(file, JSON.stringify(content), { mode: 0o600 })
      } catch {
        // A full disk must not stop the drain.
      }
    },
  }
}

/**
 * The texts by which the hook recognises what memories are about, one per line. Without texts there
 * is no file: to `grep`, an empty line matches everything.
 */
export function writeTriggers(
  { run, fileTriggers, toolTriggers }: Pick<HomePaths, 'run' | 'fileTriggers' | 'toolTriggers'>,
  { files, tools }: TriggerLists,
): void {
  writeList(run, fileTriggers, files)
  writeList(run, toolTriggers, tools)
}

/** The lists that the hook searches. Texts of guards that ask or block have their own file. */
export const openTriggerFiles = (paths: HomePaths) => ({
  write: (lists: TriggerLists) => writeTriggers(paths, lists),
  writeGuards: (texts: readonly string[]) => writeList(paths.run, paths.toolGuards, texts),
})

function writeList(run: string, file: string, triggers: readonly string[]): void {
  const lines = triggers.filter((text) => text !== '' && !/[\n\r\0]/.test(text))
  if (lines.length === 0) {
    rmSync(file, { force: true, recursive: true })
    return
  }
  makeFolder(run)
  writeFileAtomically(file, `${lines.join('\n')}\n`)
}
