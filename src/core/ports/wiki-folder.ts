/**
 * The folder of one wiki. Paths are relative to it, with forward slashes. Nothing outside of it is
 * read or written, not even through a symbolic link in it.
 */
export interface WikiFolder {
  /** Where it is, for people. */
  readonly location: string
  /** Every page, in the order of paths; none if there is no folder. Hidden files and links are left out. */
  list(): Promise<PageFile[]>
  /** @throws ThroughlineError `invalid-input` for a path that leads out, as does every function below */
  read(path: string): Promise<PageContent>
  /**
   * Replaces or creates a page: an interruption leaves the old one whole. It is durable once `settle`
   * resolves.
   * @param known the text it has now, undefined if there is no page
   * @returns the new fingerprint; undefined if the page is not what is known, and then stays as it is
   */
  write(path: string, text: string, known: string | undefined): Promise<string | undefined>
  /** @returns false if the page is not what is known, and then stays */
  remove(path: string, known: string): Promise<boolean>
  /** Adds whole lines at the end, of which a reader sees all or none. */
  append(path: string, lines: string): Promise<void>
  /** Also the wiki's own folder, if nothing is left in it. */
  removeEmptyFolders(): Promise<void>
  /** Resolves once all pages written before survive a power cut. */
  settle(): Promise<void>
}

export interface PageFile {
  readonly path: string
  readonly bytes: number
  /** Changes when the file does. */
  readonly fingerprint: string
}

export type PageContent =
  | { readonly kind: 'text'; readonly text: string; readonly fingerprint: string }
  | { readonly kind: 'missing' }
  /** More than a megabyte, or a link, folder, pipe or device. */
  | { readonly kind: 'unreadable'; readonly why: 'too-large' | 'not-regular' }
