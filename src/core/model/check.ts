/** What a memory says of its project's files, as data that can be checked. Paths are relative to its folder. */

export type MemoryCheck =
  /** It exists, as the memory says. */
  | { readonly kind: 'file'; readonly path: string }
  /**
   * A file that the memory is about is still there, and was not rewritten: then half of its lines at
   * the memory's commit are gone. Otherwise the memory may be true all the same.
   */
  | { readonly kind: 'unchanged'; readonly path: string; readonly isRewritten?: true }
  | { readonly kind: 'text'; readonly path: string; readonly text: string }
  | { readonly kind: 'script'; readonly name: string }
  /** `node`, or a package that `package.json` asks for. */
  | { readonly kind: 'version'; readonly name: string; readonly least: number }
  | { readonly kind: 'ignored'; readonly path: string }

/** `unknown`: the file cannot be read, or is not inside the folder. */
export type CheckOutcome = 'holds' | 'fails' | 'unknown'

/** The same check has the same name. */
export function checkName(check: MemoryCheck): string {
  switch (check.kind) {
    case 'file':
      return `file ${check.path}`
    case 'unchanged':
      return `unchanged ${check.path}`
    case 'text':
      return `text ${check.path} ${check.text}`
    case 'script':
      return `script ${check.name}`
    case 'version':
      return `version ${check.name} ${check.least}`
    case 'ignored':
      return `ignored ${check.path}`
  }
}
