/** Stores the guards that the user set. They are this machine's: no bundle or sync holds them. */
import type { OutputOf } from '../../contract/operations/index.ts'
import type { GuardLevel } from '../../contract/vocabulary.ts'
import type { ScopeAddress } from '../model/memory.ts'

/** What a pattern states must all be so: the tool's name, words of a command, a file or folder. */
export type GuardPattern = OutputOf<'listGuards'>['guards'][number]['patterns'][number]

/**
 * Complete by itself, so that nobody who changes or removes the memory changes the guard. At its
 * memory's present address, as long as there is one.
 */
export interface Guard extends ScopeAddress {
  readonly memoryId: string
  /** The text as it was when the user set the guard; empty once a teammate removed the memory. */
  readonly content: string
  readonly level: GuardLevel
  readonly patterns: readonly GuardPattern[]
  readonly exceptions: readonly GuardPattern[]
  readonly setAt: string
  /** How often it kept a call from running. */
  readonly fired: number
  readonly last: GuardFiring | undefined
}

interface GuardFiring {
  readonly at: string
  readonly host: string
  /** What made it fire, unless that could not be redacted in time. */
  readonly call?: GuardPattern | undefined
}

export interface GuardStore {
  /** Last set first. */
  list(): Promise<Guard[]>
  find(memoryId: string): Promise<Guard | undefined>
  /** Sets a guard, or changes it and keeps what it did. */
  put(guard: Omit<Guard, 'fired' | 'last'>): Promise<void>
  remove(memoryId: string): Promise<void>
  recordFiring(memoryId: string, firing: GuardFiring): Promise<void>
}
