/** What a replay yields, for the benchmarks to measure. */
import type { Source } from './data.ts'

export interface LearnedMemory {
  readonly content: string
  readonly kind: string
  readonly scope: string
  readonly trust: string
  readonly standing: string
  /** Whether agents may get it without asking. */
  readonly isTold: boolean
  /** The turns it was learned from. */
  readonly from: readonly { readonly session: string; readonly turn: number }[]
}

/** The start of a session. */
export interface Start {
  readonly session: string
  /** The texts of the memories, without the lines about the last session. */
  readonly lines: readonly string[]
  /** Of all the host was given. */
  readonly tokens: number
}

/** A request to the agent to store what it learned. */
export interface AskMade {
  readonly session: string
  /** Counted from 1. */
  readonly turn: number
  readonly moment: string
}

/** What the host was given at one event. */
export interface Given {
  readonly session: string
  /** Counted from 1; 0 at the start of the session. */
  readonly turn: number
  /** The hook: SessionStart, UserPromptSubmit, PostToolUse… */
  readonly hook: string
  /** Which action of the turn, counted from 0; undefined for other events. */
  readonly action: number | undefined
  /** The block as the agent reads it. */
  readonly text: string
  readonly tokens: number
  /** Those of earlier work, without asks. */
  readonly lines: readonly GivenLine[]
}

export interface GivenLine {
  /** start, compaction, or the event that the product recorded: prompt, failure, file … */
  readonly moment: string
  /** Undefined for a line of a digest. */
  readonly memoryId: string | undefined
  /** Which line of the block, counted from 0: memories about one subject share one. */
  readonly row: number
  /** A memory whole, even if the line was shortened. */
  readonly text: string
}

/** What the product considered at the start of a session or at a prompt. */
export interface Considered {
  readonly session: string
  /** 0 at the start. */
  readonly turn: number
  /** Those given and those left out, in the order of the product. */
  readonly memories: readonly {
    readonly id: string
    readonly isGiven: boolean
    readonly reason: string
  }[]
}

export interface Replay {
  readonly source: Source
  /** Those valid after the last session. */
  readonly memories: readonly LearnedMemory[]
  readonly starts: readonly Start[]
  readonly asks: readonly AskMade[]
  /** Events at which nothing was given are not listed. */
  readonly given: readonly Given[]
  /** The ids of the memories that were stored for the labels' items, by the items' names. */
  readonly stored: ReadonlyMap<string, string>
  readonly considered: readonly Considered[]
}
