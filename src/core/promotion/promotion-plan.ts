/** What promoting would change, and what it leaves alone. */
import type { Promotion } from '../ports/learning.ts'

export interface PlannedPromotion {
  readonly action: 'add' | 'update' | 'remove'
  readonly memoryId: string
  /** Absent where the memory is gone. */
  readonly content?: string | undefined
  readonly file: string
  readonly reason: string
}

/** Something a person changed in a document, so we do not. */
export interface LeftAlone {
  readonly memoryId: string
  readonly file: string
  readonly reason: string
}

interface DocumentChange {
  /** Relative to the project's folder. */
  readonly file: string
  readonly path: string
  readonly before: string | undefined
  readonly after: string | undefined
}

export interface PromotionPlan {
  readonly promotions: readonly PlannedPromotion[]
  readonly left: readonly LeftAlone[]
  readonly changes: readonly DocumentChange[]
  /** What to record once the files are written. */
  readonly records: readonly Promotion[]
  /** Memories whose record goes. */
  readonly forgotten: readonly string[]
}

export function joinPlans(plans: readonly PromotionPlan[]): PromotionPlan {
  return {
    promotions: plans.flatMap(({ promotions }) => promotions),
    left: plans.flatMap(({ left }) => left),
    changes: plans
      .flatMap(({ changes }) => changes)
      .filter(({ before, after }) => before !== after),
    records: plans.flatMap(({ records }) => records),
    forgotten: plans.flatMap(({ forgotten }) => forgotten),
  }
}
