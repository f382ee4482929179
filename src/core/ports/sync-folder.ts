/**
 * A folder that several machines share by a sync tool or git. Each machine appends to a file of its
 * own and reads those of the others.
 */
export interface SyncFolder {
  /** A name for it that tells nothing about where it is. */
  readonly name: string
  /** Machines with a file, in order; copies that a sync tool made of a file are none. */
  machines(): Promise<string[]>
  /** The bytes of a machine's file; undefined if there is none. */
  size(machine: string): Promise<number | undefined>
  /** Complete lines from a position on. What follows the last line end is left for the next time. */
  lines(machine: string, position: number): AsyncIterable<SyncLine>
  /** @returns the size of the file then */
  append(machine: string, lines: readonly string[]): Promise<number>
}

export interface SyncLine {
  /** Undefined if it is too long to be one of ours. */
  readonly text: string | undefined
  /** Where the next line begins. */
  readonly end: number
}
