import type { EventSummary, History } from '../ports/history.ts'
import type { InstructionPlaces } from '../ports/host.ts'
import type { ReadInstructions } from '../ports/host-files.ts'
import type { InjectionStore } from '../ports/injection-store.ts'
import type { MemoryReader } from '../ports/memory-store.ts'
import type { ProjectStore } from '../ports/projects.ts'

/** The sources of what events say. */
export interface DescribePorts {
  readonly history: History
  readonly projects: Pick<ProjectStore, 'find'>
  readonly injections: Pick<InjectionStore, 'ofSession'>
  readonly memories: Pick<MemoryReader, 'find' | 'revisions' | 'findForgotten'>
  /** The most tokens that a session gets at its start. */
  readonly startTokens: () => number
  readonly userHome: string
  /** Undefined for hosts that report what they load, and where the places are not known. */
  readonly instructionPlaces: (host: string) => InstructionPlaces | undefined
  readonly readInstructions: ReadInstructions
  /** Without secrets and private spans. */
  readonly clean: (text: string) => string
}

/** A text the host gave with the event, or `unknown`. */
export function textField({ fields }: EventSummary, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : 'unknown'
}
