/** A field of a JSON schema as a row of a table. */
import { code, plain } from './markdown.ts'

export interface SchemaNode {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly description?: string
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
  readonly items?: SchemaNode
  readonly anyOf?: readonly SchemaNode[]
}

export function fieldRow(name: string, node: SchemaNode): string[] {
  const remarks =
    node.default === undefined ? [] : [`default ${code(JSON.stringify(node.default))}`]
  const type = [typeOf(node), ...remarks].filter((part) => part !== '').join(', ')
  return [code(name), type, plain(node.description ?? '')]
}

function typeOf(node: SchemaNode): string {
  if (node.const !== undefined) return code(String(node.const))
  if (node.enum) return node.enum.map((choice) => code(String(choice))).join(', ')
  if (node.items)
    return `list of ${node.items.enum ? typeOf(node.items) : `${typeOf(node.items)}s`}`
  if (node.anyOf)
    return [...new Set(node.anyOf.map(typeOf))].filter((type) => type !== '').join(' or ')
  return node.type ?? ''
}
