import { expect, it } from 'vitest'
import { operations } from '../../contract/operations/index.ts'
import { isJsonObject, type Json, type JsonObject } from '../../core/model/json.ts'
import { createOpenApiDocument } from './openapi.ts'

interface Described {
  readonly path: string
  readonly method: string
  readonly operationId: string
  readonly summary: string
  readonly parameters?: { name: string; in: string; required: boolean; schema: JsonObject }[]
  readonly requestBody?: JsonObject
  readonly responses: Record<string, JsonObject>
}

const document = JSON.parse(JSON.stringify(createOpenApiDocument('1.2.3'))) as JsonObject
const described: Described[] = Object.entries(document.paths as JsonObject).flatMap(
  ([path, methods]) =>
    Object.entries(methods as JsonObject).map(([method, operation]) => ({
      path,
      method,
      ...(operation as unknown as Omit<Described, 'path' | 'method'>),
    })),
)

function everyObject(value: Json): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(everyObject)
  return isJsonObject(value) ? [value, ...Object.values(value).flatMap(everyObject)] : []
}

it('says what it describes, and that a token is needed', () => {
  expect(document).toMatchObject({
    openapi: '3.1.0',
    info: { title: 'Throughline', version: '1.2.3' },
    security: [{ token: [] }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  })
})

it.each(Object.entries(operations))('has %s where it is served', (name, { http, summary }) => {
  const path = http.path.replace(/:(\w+)/g, '{$1}')
  const found = described.find(({ operationId }) => operationId === name)
  expect(found).toMatchObject({ path, method: http.method, summary })
})

it.each([
  '/health',
  '/hooks/{event}',
  '/api/events',
  '/api/export',
  '/api/stop',
  '/api/openapi.json',
  '/mcp',
])('has %s', (path) => {
  expect(described.map((operation) => operation.path)).toContain(path)
})

it('names each operation once', () => {
  const names = described.map(({ operationId }) => operationId)
  expect(new Set(names).size).toBe(names.length)
})

it.each(described.map((operation) => [operation.operationId, operation] as const))(
  '%s has every part of its path as a parameter, a body only to send, and an answer',
  (_, { path, method, parameters = [], requestBody, responses }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const declared = parameters.filter((parameter) => parameter.in === 'path')
    expect(declared.map(({ name }) => name)).toEqual(inPath)
    for (const parameter of parameters) {
      expect(['path', 'query', 'header']).toContain(parameter.in)
      expect(parameter.schema).toBeTypeOf('object')
      expect(parameter.required).toBeTypeOf('boolean')
    }
    if (method === 'get') expect(requestBody).toBeUndefined()
    expect(Object.keys(responses).some((status) => /^2\d\d$/.test(status))).toBe(true)
    for (const response of Object.values(responses)) {
      expect(response.description).toBeTypeOf('string')
    }
  },
)

it('has no dangling references', () => {
  const references = everyObject(document).flatMap(({ $ref }) =>
    typeof $ref === 'string' ? [$ref] : [],
  )
  expect(references).not.toEqual([])
  for (const reference of new Set(references)) {
    const [root, ...steps] = reference.split('/')
    expect(root).toBe('#')
    const target = steps.reduce<Json | undefined>(
      (at, step) => (isJsonObject(at) ? at[step] : undefined),
      document,
    )
    expect(target, reference).toBeDefined()
  }
  expect(JSON.stringify(document)).not.toMatch(/"\$(defs|schema)"/)
})

it('lists the fields of an input as sent, not as parsed', () => {
  const recalled = described.find(({ operationId }) => operationId === 'listMemories')
  const parameter = (name: string) => recalled?.parameters?.find((each) => each.name === name)
  expect(parameter('limit')).toMatchObject({ in: 'query', required: false })
  expect(parameter('all')).toMatchObject({ schema: { type: 'boolean' } })
  const stored = described.find(({ operationId }) => operationId === 'storeMemory')
  expect(stored?.requestBody).toMatchObject({
    required: true,
    content: { 'application/json': { schema: { type: 'object', required: ['content'] } } },
  })
})

it('offers nothing that would be refused or ignored', () => {
  const find = (name: string) => described.find(({ operationId }) => operationId === name)
  const names = find('getMemory')?.parameters?.map(({ name }) => name)
  expect(names).toEqual(['id', 'asOf', 'exact'])
  const schema = { properties: { again: expect.anything() }, additionalProperties: false }
  expect(find('extractSession')?.requestBody).toEqual({
    required: false,
    content: { 'application/json': { schema: expect.objectContaining(schema) } },
  })
})
