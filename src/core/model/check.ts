/** Read-only checks of what a memory says about its project's files: data, never code. */
import { quoteName } from '../text/safe-text.ts'

/** Paths are relative to the project's folder. */
export type Check =
  /** It exists; `isRewritten` once half of its lines at the memory's commit are gone. */
  | { readonly kind: 'file'; readonly path: string; readonly isRewritten?: true }
  | { readonly kind: 'text'; readonly path: string; readonly text: string }
  | { readonly kind: 'script'; readonly name: string }
  /** `node`, or a package that `package.json` asks for. */
  | { readonly kind: 'version'; readonly name: string; readonly least: number }
  | { readonly kind: 'ignored'; readonly path: string }

/** `unknown`: the file cannot be read, or is not inside the folder. */
export type CheckOutcome = 'holds' | 'fails' | 'unknown'

const kinds: readonly string[] = ['file', 'text', 'script', 'version', 'ignored']

/** Whether it was stored by this version; others stored what had changed. */
export const isCheck = (value: { readonly kind?: unknown }): value is Check =>
  kinds.includes(String(value.kind))

/** The same check has the same name. */
export function checkName(check: Check): string {
  switch (check.kind) {
    case 'file':
      return `file ${check.path}`
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

const mostNamed = 3

/** «src/a.ts is gone and package.json has no script build any more» */
export function describeFailures(failing: readonly Check[]): string {
  const paths = (isRewritten: boolean) =>
    failing.flatMap((each) =>
      each.kind === 'file' && (each.isRewritten ?? false) === isRewritten ? [each.path] : [],
    )
  return [
    ...failing.flatMap((each) => (each.kind === 'file' ? [] : [describeFailure(each)])),
    ...describeFiles(paths(false), 'is gone', 'are gone'),
    ...describeFiles(paths(true), 'was rewritten', 'were rewritten'),
  ].join(' and ')
}

function describeFailure(check: Exclude<Check, { kind: 'file' }>): string {
  switch (check.kind) {
    case 'text':
      return `${quoteName(check.path)} does not contain ${quoteName(check.text)} any more`
    case 'script':
      return `package.json has no script ${quoteName(check.name)} any more`
    case 'version':
      return `package.json does not ask for ${quoteName(check.name)} ${check.least} any more`
    case 'ignored':
      return `.gitignore does not list ${quoteName(check.path)} any more`
  }
}

function describeFiles(files: readonly string[], one: string, several: string): string[] {
  if (files.length === 0) return []
  const named = files.slice(0, mostNamed).map(quoteName).join(', ')
  const others = files.length > mostNamed ? ` and ${files.length - mostNamed} more` : ''
  return [`${named}${others} ${files.length === 1 ? one : several}`]
}
