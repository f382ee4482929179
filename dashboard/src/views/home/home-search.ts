import { text } from '../../read-params.ts'

export interface HomeSearch {
  readonly project?: string | undefined
}

export function readHomeSearch(given: Record<string, unknown>): HomeSearch {
  return { project: text(given.project) }
}
