/** One value deep inside a JSON text, put in and taken out without touching what is around it. */
import { getNodeValue, type Node } from 'jsonc-parser'
import { canonicalJson, type Json } from '../../../core/model/json.ts'
import { malformedAt } from '../malformed-settings.ts'
import { appendChild, removeChild, replaceValue } from './json-edits.ts'
import { styleOf } from './json-style.ts'
import { findMember, memberValue, parseRoot, withRoot } from './root-object.ts'

export type MemberPath = readonly [string, ...string[]]

/** @throws ThroughlineError `malformed-settings` where something else stands on the way */
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

/** Takes the member out, and with it whatever holds nothing else. */
export function removeMember(file: string, text: string, path: MemberPath): string {
  const root = parseRoot(file, text)
  const { reached, rest } = descend(file, text, root, path)
  if (!reached || rest.length > 0) return text
  const emptied = outermostHolder(root, path)
  return emptied ? removeChild(text, emptied.container, emptied.child) : text
}

/** As far along the path as there is something. */
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

function outermostHolder(
  root: Node | undefined,
  path: readonly string[],
): { container: Node; child: Node } | undefined {
  let found: { container: Node; child: Node } | undefined
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
