/**
 * The events of docs/http.md by their schemas, one with an example.
 *
 *     node scripts/lifecycle-docs.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { lifecycleEvents } from '../src/contract/lifecycle.ts'
import { sampleEvent } from '../src/contract/lifecycle-samples.ts'
import { lifecycleTypes } from '../src/contract/vocabulary.ts'

const page = new URL('../docs/http.md', import.meta.url)
const generated = /(<!-- events.*? -->\n).*(<!-- \/events -->)/s

interface SchemaNode {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
  readonly items?: SchemaNode
}

/** The page as it should be. */
export function renderLifecycleDocs(text: string): string {
  return text.replace(generated, (_, start: string, end: string) => start + renderEvents() + end)
}

export const readLifecycleDocs = (): string => readFileSync(page, 'utf8')

function renderEvents(): string {
  const [first] = lifecycleTypes
  const { data: _, type: __, ...envelope } = schemaOf(first).properties ?? {}
  const type = { enum: lifecycleTypes, description: 'What happened' }
  const parts = [
    '### What every event has\n',
    table({ properties: { type, ...envelope }, required: schemaOf(first).required ?? [] }),
    `\`\`\`json\n${JSON.stringify(lifecycleEvents[first].parse(sampleEvent(first)), null, 2)}\n\`\`\`\n`,
    ...lifecycleTypes.map(renderEvent),
  ]
  return `\n${parts.join('\n')}\n`
}

function renderEvent(type: (typeof lifecycleTypes)[number]): string {
  const { description = '', properties = {} } = schemaOf(type)
  return `### ${type}\n\n${description}. Its \`data\`:\n\n${table(properties.data ?? {})}`
}

function schemaOf(type: (typeof lifecycleTypes)[number]): SchemaNode {
  return z.toJSONSchema(lifecycleEvents[type]) as SchemaNode
}

function table(node: SchemaNode): string {
  return `| field | type | meaning |\n|---|---|---|\n${rows(node, '').join('')}`
}

function rows({ properties = {}, required = [] }: SchemaNode, prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, node]) => {
    const path = prefix + name
    const isOptional = !required.includes(name)
    const inner = node.items ?? node
    const type = `${typeOf(node)}${isOptional ? ', optional' : ''}`
    const row = `| \`${path}\` | ${type} | ${node.description ?? ''} |\n`
    return [row, ...rows(inner, `${path}${node.items ? '[]' : ''}.`)]
  })
}

function typeOf({ type, items, enum: choices, const: only }: SchemaNode): string {
  if (only !== undefined) return JSON.stringify(only)
  if (choices) return choices.map((choice) => `\`${choice}\``).join(', ')
  if (items) return `list of ${items.properties ? 'objects' : `${typeOf(items)}s`}`
  return type ?? 'any'
}

if (import.meta.main) writeFileSync(page, renderLifecycleDocs(readLifecycleDocs()))
