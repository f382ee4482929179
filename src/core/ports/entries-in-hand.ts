/** Which spool entries are being read and stored right now, remembered over the death of the process. */

export interface EntriesInHand {
  /** Empty where nothing was remembered; with how long ago it was. */
  read(): InHand & { readonly ageMs: number }
  /** Survives the process, not a power cut: it happens for every batch. */
  write(inHand: InHand): void
}

interface InHand {
  /** Names of spool entries. */
  readonly names: readonly string[]
  /** How often the process died with this entry, and no other, in hand after it was a suspect. */
  readonly deaths: ReadonlyMap<string, number>
}
