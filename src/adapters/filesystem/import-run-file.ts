/** run/import.json, by which other processes see how an import is doing. */
import { readFileSync } from 'node:fs'
import type { ImportRun } from '../../contract/operations/import.ts'
import { writeFileAtomically } from '../../home/write-files.ts'

export interface ImportRunFile {
  readonly pid: number
  readonly run: ImportRun
}

/** It says nothing of use after a power cut. */
export function writeImportRun(file: string, content: ImportRunFile): void {
  writeFileAtomically(file, `${JSON.stringify(content)}\n`, { isDurable: false })
}

/** @returns undefined if it is missing or unreadable */
export function readImportRun(file: string): ImportRunFile | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ImportRunFile
  } catch {
    return undefined
  }
}
