/** Every MCP tool with its description and fields, as agents see them. */
import { tools } from '../../src/entry/mcp/server.ts'
import { table } from './markdown.ts'
import { fieldRows, type SchemaNode } from './schema.ts'

export function renderTools(): string {
  const parts = tools.flatMap(({ name, description, inputSchema }) => {
    const { jsonSchema } = inputSchema['~standard']
    const schema = jsonSchema.input({ target: 'draft-2020-12' }) as SchemaNode
    return [
      `### ${name}\n`,
      `${description}\n`,
      table(['field', 'type', 'meaning'], fieldRows(schema)),
    ]
  })
  return `\n${parts.join('\n')}\n`
}
