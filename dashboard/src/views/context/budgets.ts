import type { ContextBudget } from '../../../../src/contract/vocabulary.ts'

/** Budgets that differ from the settings. */
export type Budgets = { readonly [Name in ContextBudget]?: number }
