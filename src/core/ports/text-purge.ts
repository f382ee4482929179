/**
 * Replaces a text wherever the store keeps what was captured, learned or said about it: also within
 * compressed and content-addressed payloads, former versions and what waits to be restored.
 */

/** Where it was found, in the words of a report. */
export const purgePlaces = [
  'prompts and answers',
  'tool inputs and outputs',
  'other events',
  'digests',
  'memories',
  'former versions of memories',
  'forgotten memories',
  'proposals',
  'other rows',
] as const
export type PurgePlace = (typeof purgePlaces)[number]

/** Where to go on; undefined once everything was looked through. */
export interface PurgePosition {
  readonly step: number
  readonly after: readonly (string | number)[]
}

export interface PurgeStep {
  /** How many rows had it. */
  readonly found: Readonly<Partial<Record<PurgePlace, number>>>
  readonly next: PurgePosition | undefined
}

export interface TextPurge {
  /** Looks through some rows and changes none. Begins at the beginning without a position. */
  find(text: string, from: PurgePosition | undefined): Promise<PurgeStep>
  /** The same, and puts `marker` in the place of the text. */
  replace(text: string, marker: string, from: PurgePosition | undefined): Promise<PurgeStep>
}
