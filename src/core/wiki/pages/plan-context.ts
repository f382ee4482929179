/** What the planning of each type of page works from. */
import type { Memory } from '../../model/memory.ts'
import type { Concepts } from '../concepts/find-concepts.ts'
import type { PagePath } from '../model.ts'
import type { ConceptPairs } from './concept-pairs.ts'
import type { WikiInput } from './wiki-input.ts'

export interface PlanContext {
  readonly input: WikiInput
  readonly memories: ReadonlyMap<string, Memory>
  readonly concepts: Concepts
  /** By key of the concept. */
  readonly conceptPaths: ReadonlyMap<string, PagePath>
  readonly homes: ReadonlyMap<string, PagePath>
  readonly pairs: ConceptPairs
}
