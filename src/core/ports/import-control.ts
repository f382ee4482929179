/** Imports of this home, whichever process runs them. */
import type { ImportRun } from '../../contract/operations/import.ts'
import type { OutputOf } from '../../contract/operations/index.ts'

export interface ImportControl {
  /** Looks around in a process of its own: a large history must not keep hooks waiting. */
  find(): Promise<OutputOf<'findImports'>>
  /** The run at work, or the last one. */
  current(): ImportRun | undefined
  /** Starts one that goes on without the caller. */
  start(sources: readonly string[] | undefined): Promise<void>
}
