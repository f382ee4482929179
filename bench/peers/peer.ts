/** What the benchmark needs to know of a program: how to start it, store a text and search. */
import type { ChildProcess } from 'node:child_process'
import type { Item } from './work.ts'

/** Calls a tool and returns its text and its structured content. */
export type CallTool = (tool: string, args: Record<string, unknown>) => Promise<ToolAnswer>

interface ToolAnswer {
  readonly text: string
  readonly structured: Record<string, unknown> | undefined
}

export interface Found {
  /** Names of the program for what it found, best first. */
  readonly names: readonly string[]
  /** What the agent would have to read. */
  readonly characters: number
}

export interface Peer {
  readonly name: string
  /** The program that this is a variant of, whose folder it shares. */
  readonly installedAs?: string
  readonly package: string
  /** What was run, and what a reader must know about it. */
  readonly note: string
  /** The file that Node runs, below the folder of the package. */
  readonly program: string
  readonly args?: readonly string[]
  /** @param home an empty folder for everything the program writes */
  env?(home: string): Record<string, string>
  /** Starts a program that the MCP server needs beside it. */
  before?(parts: StartParts): Promise<ChildProcess>
  /** @returns the program's name for the item, as `search` will return it */
  store(call: CallTool, item: Item): Promise<string>
  search(call: CallTool, question: string, limit: number): Promise<Found>
}

interface StartParts {
  readonly folder: string
  readonly home: string
  readonly env: Record<string, string>
}
