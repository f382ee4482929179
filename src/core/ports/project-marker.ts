/** The file that identifies a folder without a git remote after a rename. */

export interface ProjectMarker {
  readonly id: string
  /** Equal in two folders only if one is a copy of the other. */
  readonly nonce: string
  readonly createdAt: string
  /** The folder it was last seen in. */
  readonly path: string
}

/**
 * `<folder>/.throughline/project.json`, or in a git directory `<folder>/throughline/project.json`,
 * which keeps the work tree clean.
 */
export interface MarkerPlace {
  readonly folder: string
  readonly isGitDir: boolean
}

export type MarkerReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'corrupt' }
  | { readonly kind: 'found'; readonly marker: ProjectMarker }

/** No method throws. An unreadable marker is absent. */
export interface ProjectMarkerStore {
  read(place: MarkerPlace): Promise<MarkerReading>
  /** Atomic: of several callers at once, one creates and the others get `exists`. */
  create(place: MarkerPlace, marker: ProjectMarker): Promise<'created' | 'exists' | 'unwritable'>
  /** Atomic. @returns false if it could not be written */
  replace(place: MarkerPlace, marker: ProjectMarker): Promise<boolean>
  /** Renames a corrupt file. @returns its new name, which has the time in it */
  setAside(place: MarkerPlace, at: Date): Promise<string | undefined>
  /**
   * What a folder keeps when it is renamed and no copy of it has, as text; undefined where the file
   * system has no such thing.
   */
  fingerprint(folder: string): Promise<string | undefined>
  /**
   * What is now at the path in a marker found at `place`: the same folder under another name (a
   * mount), a folder with the same nonce (so `place` is a copy), or neither.
   */
  lookBack(place: MarkerPlace, marker: ProjectMarker): Promise<'same-folder' | 'original' | 'gone'>
}
