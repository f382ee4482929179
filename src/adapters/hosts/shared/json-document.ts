/**
 * Parses JSON settings as people write them, with comments and trailing commas. Sets or removes
 * single members without changing anything around them.
 */
import {
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser'
import { canonicalJson, type Json } from '../../../core/model/json.ts'
import { appendChild, removeChild, replaceValue, styleOf } from './json-edits.ts'
import { malformedAt } from './malformed-settings.ts'

/**
 * @returns undefined if the text contains no value: empty, white space or comments only
 * @throws ThroughlineError `malformed-settings`
 */
export function parseRoot(file: string, text: string): Node | undefined {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true })
  const [first] = errors
  if (first) {
    const problem = inWords(printParseErrorCode(first.error))
    throw malformedAt(file, text, first.offset, `is not valid JSON: ${problem}`)
  }
  if (!root || root.type === 'object') return root
  throw malformedAt(file, text, root.offset, 'must be a JSON object')
}

/** `CommaExpected` becomes `comma expected`. */
function inWords(errorName: string): string {
  return errorName.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase()
}

/** Adds an empty object to a text that has no value. */
export function withRoot(file: string, text: string): string {
  const root = parseRoot(file, text)
  if (root) return text
  const { lineBreak } = styleOf(text, root)
  const comments = text.trim() === '' ? '' : text.trimEnd() + lineBreak
  return `${comments}{}${lineBreak}`
}

/** If a key occurs twice, the last one wins, as in every JSON parser. */
function findMember(object: Node | undefined, key: string): Node | undefined {
  if (object?.type !== 'object') return undefined
  return object.children?.findLast((member) => member.children?.[0]?.value === key)
}

export function memberValue(object: Node | undefined, key: string): Node | undefined {
  return findMember(object, key)?.children?.[1]
}

export type MemberPath = readonly [string, ...string[]]

/** @throws ThroughlineError `malformed-settings` if something on the path is not an object */
export function setMember(file: string, text: string, path: MemberPath, value: Json): string {
  const whole = withRoot(file, text)
  const root = parseRoot(file, whole)
  const style = styleOf(whole, root)
  const { reached, rest } = descend(file, whole, root, path)
  const [key, ...missing] = rest
  if (!reached) return text
  if (key === undefined) {
    const isCurrent = canonicalJson(getNodeValue(reached)) === canonicalJson(value)
    return isCurrent ? text : replaceValue(whole, reached, value, style)
  }
  const nested = missing.reduceRight<Json>((inner, name) => ({ [name]: inner }), value)
  return appendChild(whole, reached, { key, value: nested }, style)
}

/** Removes the member and every enclosing object left empty. */
export function removeMember(file: string, text: string, path: MemberPath): string {
  const root = parseRoot(file, text)
  const { reached, rest } = descend(file, text, root, path)
  if (!reached || rest.length > 0) return text
  const emptied = outermostHolder(root, path)
  return emptied ? removeChild(text, emptied.container, emptied.child) : text
}

/** Follows the path as far as it exists. */
function descend(
  file: string,
  text: string,
  root: Node | undefined,
  path: readonly string[],
): { reached: Node | undefined; rest: readonly string[] } {
  let reached = root
  for (const [depth, key] of path.entries()) {
    const next = memberValue(reached, key)
    if (!next) return { reached, rest: path.slice(depth) }
    const isLast = depth === path.length - 1
    if (!isLast && next.type !== 'object') {
      const name = path.slice(0, depth + 1).join('.')
      throw malformedAt(file, text, next.offset, `must have an object as "${name}"`)
    }
    reached = next
  }
  return { reached, rest: [] }
}

export interface Removal {
  readonly container: Node
  readonly child: Node
}

function outermostHolder(root: Node | undefined, path: readonly string[]): Removal | undefined {
  let found: Removal | undefined
  let container = root
  for (const key of path) {
    const child = findMember(container, key)
    if (!container || !child) return undefined
    const isAlone = container.children?.length === 1
    if (!found || !isAlone) found = { container, child }
    container = child.children?.[1]
  }
  return found
}
