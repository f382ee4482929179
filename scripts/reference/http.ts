/** Every request of the daemon's HTTP API, from its OpenAPI document. */
import { createOpenApiDocument } from '../../src/entry/http/openapi.ts'
import { code, plain, sentence, table } from './markdown.ts'
import { fieldRow, fieldRows, type SchemaNode } from './schema.ts'

interface Request {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
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
      Object.entries(methods).map(([method, request]) => ({ path, method, request })),
  )
  const groups = Map.groupBy(requests, ({ request }) => request.tags[0] ?? '')
  const parts = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .flatMap(([tag, members]) => [
      `## ${tag}\n`,
      ...members.flatMap(({ path, method, request }) => renderRequest(method, path, request)),
    ])
  return `\n${parts.join('\n')}\n`
}

function renderRequest(method: string, path: string, request: Request): string[] {
  const { summary, parameters = [], requestBody, responses } = request
  const rows = [
    ...parameters.map(({ name, in: place, required, description, schema }) => {
      const described = { ...schema, description: description ?? schema.description ?? '' }
      const [field = '', type = '', meaning = ''] = fieldRow(name, described, required)
      return [field, place, type, meaning]
    }),
    ...fieldRows(schemaOf(requestBody?.content)).map(([field = '', type = '', meaning = '']) => [
      field,
      'body',
      type,
      meaning,
    ]),
  ]
  return [
    `### ${method.toUpperCase()} ${path}\n`,
    `${sentence(plain(summary))}${answerOf(responses)}\n`,
    ...(rows.length === 0 ? [] : [table(['field', 'in', 'type', 'meaning'], rows)]),
  ]
}

function answerOf(responses: Request['responses']): string {
  const [success] = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const names = Object.keys(schemaOf(success?.[1].content).properties ?? {})
  return names.length === 0 ? '' : ` Answers with ${names.map(code).join(', ')}.`
}

function schemaOf(content: Content | undefined): SchemaNode {
  return Object.values(content ?? {})[0]?.schema ?? {}
}
