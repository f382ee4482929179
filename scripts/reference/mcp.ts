/** Every MCP tool with its description and fields, as agents see them. Each field is explained once. */
import { tools } from '../../src/entry/mcp/server.ts'
import { fieldTable, listFields, nameFields } from './fields.ts'
import { code } from './markdown.ts'
import type { SchemaNode } from './schema.ts'

export function renderTools(): string {
  const described = tools.map(({ name, description, rare, inputSchema }) => {
    const { jsonSchema } = inputSchema['~standard']
    const schema = jsonSchema.input({ target: 'draft-2020-12' }) as SchemaNode
    return { name, description, rare, fields: listFields(name, schema) }
  })
  const parts = described.map(
    ({ name, description, rare, fields }) =>
      `### ${name}\n\n${description}\n\nTakes ${nameFields(fields)}.${alsoTakes(rare)}\n`,
  )
  const fields = fieldTable(described.flatMap((tool) => tool.fields))
  return `\n${[...parts, `### Fields\n\n${fields}`].join('\n')}\n`
}

/** Fields that agents are not shown, since few calls need them. */
const alsoTakes = (rare: readonly string[]) =>
  rare.length === 0 ? '' : ` Not shown to agents, but taken: ${rare.map(code).join(', ')}.`
