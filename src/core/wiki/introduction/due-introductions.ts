/** Which pages a model is to introduce, and when. */
import type { StoredIntroduction, StoredIntroductions } from '../../ports/wiki.ts'
import type { Page } from '../model.ts'
import { hashStatements, isIntroduced, statementsOf } from './page-statements.ts'

export interface DuePage {
  readonly page: Page
  /** Milliseconds since 1970; 0 if nobody was asked before. */
  readonly dueAt: number
}

/** After that many refusals in a row, the statements have to change first. */
const mostRefusals = 3

/** Pages whose statements are not those of the last time; the longest first, as they gain most. */
export function findDue(
  pages: readonly Page[],
  stored: StoredIntroductions,
  { hash, minimumMinutes }: { hash: (text: string) => string; minimumMinutes: number },
): DuePage[] {
  const found = pages.flatMap((page): DuePage[] => {
    if (!isIntroduced(page)) return []
    const known = stored[page.path]
    if (known && !isOutdated(known, hashStatements(page, hash))) return []
    return [{ page, dueAt: known ? nextTime(known, minimumMinutes) : 0 }]
  })
  const sizes = new Map(found.map(({ page }) => [page.path, statementsOf(page).length]))
  const sizeOf = ({ page: { path } }: DuePage) => sizes.get(path) ?? 0
  return found.toSorted((a, b) => sizeOf(b) - sizeOf(a) || (a.page.path < b.page.path ? -1 : 1))
}

/** Undefined if nothing is due. */
export function soonest(due: readonly DuePage[]): number | undefined {
  return due.length === 0 ? undefined : Math.min(...due.map(({ dueAt }) => dueAt))
}

function isOutdated({ statements, refusals }: StoredIntroduction, now: string): boolean {
  return statements !== now || (refusals > 0 && refusals < mostRefusals)
}

/** Refused texts wait twice as long each time. */
function nextTime({ askedAt, refusals }: StoredIntroduction, minimumMinutes: number): number {
  return Date.parse(askedAt) + minimumMinutes * 60_000 * 2 ** refusals
}
