/**
 * The programs that are known to print only what is the project's: its files, its history, what its
 * own builds, tests and scripts say. A program that is not here brings in foreign text.
 */
import { buildingPrograms } from './building-programs.ts'
import { remotePrograms } from './git-and-http.ts'
import { type Program, words } from './program-call.ts'
import { readingPrograms } from './reading-programs.ts'
import { runningPrograms } from './running-programs.ts'

const tables = [readingPrograms, buildingPrograms, remotePrograms, runningPrograms]
const programs = new Map(tables.flatMap((table) => [...table.programs]))

export function findProgram(name: string): Program | undefined {
  return programs.get(name.toLowerCase().replace(/\.(?:exe|cmd|bat)$/, ''))
}

export function isQuiet(program: Program): boolean {
  return tables.some(({ quiet }) => quiet.has(program))
}

/** Their words, where a script uses their output as a path. */
export const namesElsewhere: ReadonlySet<string> = new Set(words('which whereis mktemp brew'))
