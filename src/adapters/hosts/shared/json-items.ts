/** Adds texts to a list in a JSON settings file and removes them; the others stay where they are. */
import type { Node } from 'jsonc-parser'
import {
  type MemberPath,
  memberValue,
  parseRoot,
  removeMember,
  setMember,
} from './json-document.ts'
import { appendChild, removeChild, styleOf } from './json-edits.ts'
import { malformedAt } from './malformed-settings.ts'

/** @throws ThroughlineError `malformed-settings` when the path leads to anything but a list */
export function addItems(
  file: string,
  text: string,
  path: MemberPath,
  items: readonly string[],
): string {
  const { root, list } = listAt(file, text, path)
  if (!list) return setMember(file, text, path, [...items])
  const missing = items.filter((item) => !itemsIn(list).some(({ value }) => value === item))
  const [first] = missing
  if (first === undefined) return text
  const added = appendChild(text, list, { value: first }, styleOf(text, root))
  return addItems(file, added, path, items)
}

/** Removes a list that holds nothing else too. */
export function removeItems(
  file: string,
  text: string,
  path: MemberPath,
  items: readonly string[],
): string {
  const { list } = listAt(file, text, path)
  const ours = list && itemsIn(list).find(({ value }) => items.includes(String(value)))
  if (!list || !ours) return text
  if (itemsIn(list).length === 1) return removeMember(file, text, path)
  return removeItems(file, removeChild(text, list, ours), path, items)
}

const itemsIn = ({ children = [] }: Node) => children

function listAt(file: string, text: string, path: MemberPath) {
  const root = parseRoot(file, text)
  const list = path.reduce<Node | undefined>(memberValue, root)
  if (list && list.type !== 'array') {
    throw malformedAt(file, text, list.offset, `must have a list as "${path.join('.')}"`)
  }
  return { root, list }
}
