/** The part of `throughline import` for memories of other tools. */
import type { ForeignMemories } from '../../../compose/import/foreign-memories.ts'
import {
  type FoundMemories,
  type MemoryImportResult,
  type MemorySummary,
  summariseMemories,
} from '../../../core/import/memories/import-memories.ts'
import type { CliContext } from '../context.ts'
import { startProgress } from '../maintain/progress.ts'
import { bytes, count, memoryCount } from '../present.ts'
import { catchInterruption } from '../user-input.ts'
import { printFailed } from './present-import.ts'

export const memorySummaries = (found: readonly FoundMemories[]): MemorySummary[] =>
  found.map(summariseMemories)

export function toMemoryRow({ displayName, memories, unit, bytes: size }: MemorySummary): string[] {
  const many = unit === 'memory' ? memoryCount(memories) : count(memories, unit)
  return [displayName, memories === 0 ? 'memories' : many, bytes(size)]
}

interface MemoryRunOptions {
  readonly isQuiet: boolean
  readonly into?: string | undefined
  readonly since?: string | undefined
}

export async function runMemories(
  context: CliContext,
  found: readonly FoundMemories[],
  foreign: ForeignMemories,
  { isQuiet, ...options }: MemoryRunOptions,
): Promise<MemoryImportResult[]> {
  if (found.length === 0) return []
  const interruption = catchInterruption()
  const progress = isQuiet
    ? undefined
    : await startProgress(context, 'Importing memories', found.length)
  try {
    const { signal } = interruption
    const onSource = (name: string) => progress?.advance(name)
    const results = await foreign.import(found, { ...options, signal, onSource })
    progress?.done(signal.aborted ? 'Stopped; the next import goes on from here' : 'Memories read')
    if (signal.aborted) context.exitCode = interruption.exitCode()
    return results
  } finally {
    interruption.close()
  }
}

export function printMemories(context: CliContext, results: readonly MemoryImportResult[]): void {
  for (const result of results) {
    context.print(`${result.displayName}: ${describe(result)}`)
    for (const [name, times] of Object.entries(result.unplaced)) {
      context.print(`  Skipped ${times} × project "${name}", which is unknown or ambiguous here`)
    }
    for (const [reason, times] of Object.entries(result.skipped)) {
      context.print(`  Skipped ${times} × ${reason}`)
    }
    printFailed(context, result.failed, '  ')
  }
  const unplaced = results.find((result) => Object.keys(result.unplaced).length > 0)
  if (unplaced) printPlaceHint(context, unplaced)
  if (results.some(({ candidates }) => candidates > 0)) {
    context.print('Candidates are found by recall but given to no agent: throughline review')
  }
}

function printPlaceHint(context: CliContext, { source }: MemoryImportResult): void {
  context.print('For memories of unknown projects, import their sessions first, or name one:')
  context.print(`  throughline import --from ${source} --into PROJECT`)
}

function describe(result: MemoryImportResult): string {
  const { memories, candidates, updated, ended, known, settledHere, disabled } = result
  const parts = [
    memories > 0 && memoryCount(memories),
    candidates > 0 && count(candidates, 'candidate'),
    updated > 0 && `${updated} updated`,
    ended > 0 && `${ended} ended`,
    known > 0 && `${known} known already`,
    settledHere > 0 && `${settledHere} changed or forgotten here, left alone`,
    disabled > 0 && `${disabled} of projects that are switched off`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(', ') : 'nothing new'
}
