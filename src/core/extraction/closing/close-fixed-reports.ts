/**
 * What was reported as broken, missing or unused goes into the archive once the thing it names was
 * changed and a check passed afterwards, in the same session or a later one.
 */

import { checksOf } from '../../activity/checks.ts'
import { forgetMemory } from '../../memory/forget-memory.ts'
import type { Action } from '../../model/action.ts'
import type { Memory, ScopeAddress } from '../../model/memory.ts'
import type { CapturedTurn } from '../../ports/history.ts'
import { identifiersIn } from '../heuristic/names.ts'
import { reportedTag } from '../heuristic/reported.ts'
import type { ClosingPorts } from './close-retracted.ts'

const mostReports = 200

/** Idempotent. @param turns of one session, in order */
export async function closeFixedReports(
  turns: readonly CapturedTurn[],
  address: ScopeAddress,
  { transaction, clock }: ClosingPorts,
): Promise<void> {
  const changed = changedAndChecked(turns.flatMap(({ actions }) => actions))
  if (changed.length === 0) return
  await transaction(async ({ memories }) => {
    const filter = { addresses: [address], tag: reportedTag, standing: 'candidate' } as const
    const { memories: reports } = await memories.list(filter, { limit: mostReports, offset: 0 })
    const own = new Set(turns.slice(-1).map(({ id }) => id))
    const at = clock.now().toISOString()
    for (const report of reports.filter((each) => changed.some((file) => names(each, file)))) {
      const sources = await memories.sources(report.id)
      // What is reported after the change is about what the change left.
      if (!sources.some(({ ref }) => own.has(ref))) {
        await forgetMemory(memories, report.id, at, { now: false })
      }
    }
  })
}

/** Files edited before the last check that passed. */
function changedAndChecked(actions: readonly Action[]): string[] {
  const passed = actions.findLastIndex(
    ({ kind, outcome, command }) =>
      kind === 'command' && outcome === 'ok' && checksOf(command ?? '').length > 0,
  )
  const edits = actions.slice(0, Math.max(0, passed)).filter(({ kind, outcome }) => {
    return kind === 'edit' && outcome === 'ok'
  })
  return [...new Set(edits.flatMap(({ files }) => files))]
}

/** By its path or the end of it, or by a name that the file has too: `AuthGuard`, `auth-guard.ts`. */
function names({ content }: Memory, file: string): boolean {
  const base = file.slice(file.lastIndexOf('/') + 1)
  const stem = plain(base.replace(/(?:\.\w+)+$/, ''))
  return identifiersIn(content).some((name) => {
    const given = name.replace(/\(\)$/, '')
    if (given.includes('.') || given.includes('/')) return `/${file}`.endsWith(`/${given}`)
    return stem.length > 3 && plain(given) === stem
  })
}

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
