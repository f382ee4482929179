/** Every request of the daemon's HTTP API, from its OpenAPI document. Each field is explained once. */
import { createOpenApiDocument } from '../../src/entry/http/openapi.ts'
import { type Field, fieldTable, listFields, nameFields } from './fields.ts'
import { code, plain, sentence } from './markdown.ts'
import type { SchemaNode } from './schema.ts'

interface Request {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: SchemaNode
}

type Content = Readonly<Record<string, { readonly schema: SchemaNode }>>

export function renderRequests(): string {
  const { paths } = createOpenApiDocument('') as { paths?: unknown }
  const requests = Object.entries(paths as Record<string, Record<string, Request>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, request]) => ({
        name: `${method.toUpperCase()} ${path}`,
        request,
        fields: fieldsOf(`${method.toUpperCase()} ${path}`, request),
      })),
  )
  const groups = Map.groupBy(requests, ({ request }) => request.tags[0] ?? '')
  const parts = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([tag, members]) => {
      const lines = members.map(({ name, request, fields }) => renderRequest(name, request, fields))
      return `### ${tag}\n\n${lines.join('')}`
    })
  return `\n${parts.join('\n')}\n## Fields\n\n${fieldTable(requests.flatMap(({ fields }) => fields))}\n`
}

function renderRequest(name: string, request: Request, fields: readonly Field[]): string {
  const takes = fields.length === 0 ? '' : ` Takes ${nameFields(fields)}.`
  const summary = sentence(plain(request.summary))
  return `- ${code(name)}: ${summary}${takes}\n`
}

function fieldsOf(name: string, { parameters = [], requestBody }: Request): Field[] {
  return [
    ...parameters.map((parameter) => ({
      of: name,
      name: parameter.name,
      isRequired: parameter.required && parameter.schema.default === undefined,
      schema: {
        ...parameter.schema,
        description: parameter.description ?? parameter.schema.description ?? '',
      },
    })),
    ...listFields(name, schemaOf(requestBody?.content)),
  ]
}

function schemaOf(content: Content | undefined): SchemaNode {
  return Object.values(content ?? {})[0]?.schema ?? {}
}
