/** The small file by which a folder without a git remote is known again after a rename. */

export interface ProjectMarker {
  readonly id: string
  /** Equal in two folders only when one was copied from the other. */
  readonly nonce: string
  readonly createdAt: string
  /** The folder of the place it was last seen at. */
  readonly path: string
}

/**
 * A marker is kept at `<folder>/.throughline/project.json`, and inside a git directory at
 * `<folder>/throughline/project.json`, where it dirties no work tree.
 */
export interface MarkerPlace {
  readonly folder: string
  readonly isGitDir: boolean
}

export type MarkerReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'corrupt' }
  | { readonly kind: 'found'; readonly marker: ProjectMarker }

/** No method throws; what cannot be read is absent, what cannot be written is said so. */
export interface ProjectMarkerStore {
  read(place: MarkerPlace): Promise<MarkerReading>
  /** Writes a whole file or none. Of several callers at once one creates, the others see `exists`. */
  create(place: MarkerPlace, marker: ProjectMarker): Promise<'created' | 'exists' | 'unwritable'>
  /** Replaces the file in one step; false when it could not be written. */
  replace(place: MarkerPlace, marker: ProjectMarker): Promise<boolean>
  /** Renames a corrupt file, with the time in its new name, which is returned. */
  setAside(place: MarkerPlace, at: Date): Promise<string | undefined>
  /**
   * What is now at the path a marker found at `place` has recorded: the very same folder under
   * another name (a mount), a folder with the same nonce (so `place` is a copy), or neither.
   */
  lookBack(place: MarkerPlace, marker: ProjectMarker): Promise<'same-folder' | 'original' | 'gone'>
}
