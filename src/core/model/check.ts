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

export const isAboutFile = ({ kind }: MemoryCheck): boolean =>
  kind === 'file' || kind === 'unchanged'

/** One that counts, since it has held. */
export type HeldCheck = MemoryCheck & {
  /** When it was first seen to fail. */
  readonly failsSince?: string
  readonly isByHand?: true
}

/** What a person did about a check: added it, or dropped it. */
export interface ChosenCheck {
  readonly check: MemoryCheck
  readonly isDropped: boolean
  /** Kept here, since what the daemon found of a memory is lost when its text changes. */
  readonly hasHeld: boolean
}

/** Without what a person dropped, and with what they added. */
export function withChosen<Check extends MemoryCheck>(
  checks: readonly Check[],
  chosen: readonly ChosenCheck[] = [],
): (Check | HeldCheck)[] {
  const [dropped, added] = [true, false].map((isDropped) =>
    chosen.filter((each) => each.isDropped === isDropped).map(({ check }) => check),
  ) as [MemoryCheck[], MemoryCheck[]]
  const byName = new Map<string, Check | HeldCheck>(checks.map((each) => [checkName(each), each]))
  for (const each of dropped) byName.delete(checkName(each))
  for (const each of added) {
    const name = checkName(each)
    byName.set(name, { ...(byName.get(name) ?? each), isByHand: true })
  }
  return [...byName.values()]
}

/** Whether rows from another store can be run. */
export function isCheck(value: unknown): value is MemoryCheck {
  if (typeof value !== 'object' || value === null) return false
  const { kind, path, text, name, least } = value as Readonly<Record<string, unknown>>
  switch (kind) {
    case 'file':
    case 'unchanged':
    case 'ignored':
      return typeof path === 'string'
    case 'text':
      return typeof path === 'string' && typeof text === 'string'
    case 'script':
      return typeof name === 'string'
    case 'version':
      return typeof name === 'string' && typeof least === 'number'
    default:
      return false
  }
}

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
