/** Requests to every route, with the fields it knows and values it does not expect. */
import fc from 'fast-check'
import { createOpenApiDocument } from '../../../src/entry/http/openapi.ts'
import { tools } from '../../../src/entry/mcp/server.ts'
import { make, recipes, type Samples, troublesomeValue } from './recipe.ts'
import { hookOf } from './samples.ts'

export interface HttpRequest {
  readonly method: string
  readonly path: string
  readonly body?: string
}

type Fields = Readonly<Record<string, unknown>>

interface Route {
  readonly method: string
  readonly path: string
  /** Names in the query of a GET, or in the body. */
  readonly fields: readonly string[]
}

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { properties?: Fields } }>>
  }
}

const routes: readonly Route[] = Object.entries(
  createOpenApiDocument('1.2.3').paths as unknown as Record<string, Record<string, Described>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, described]) => ({
    method: method.toUpperCase(),
    path,
    fields: [
      ...(described.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name),
      ...Object.keys(described.requestBody?.content['application/json']?.schema.properties ?? {}),
    ],
  })),
)

/** @param known values that let a request get past the checks: ids, names, paths, texts */
export function httpRequests(
  known: readonly unknown[],
  payloads: Samples,
): fc.Arbitrary<HttpRequest> {
  return fc.oneof(
    { weight: 9, arbitrary: routeRequests(known) },
    recipes(payloads).map((recipe) => {
      const { host, event } = hookOf(recipe.sample)
      const path = `/hooks/${event}?host=${host}`
      return { method: 'POST', path, body: make(recipe, payloads).toString() }
    }),
  )
}

function routeRequests(known: readonly unknown[]): fc.Arbitrary<HttpRequest> {
  const value = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...known) }, troublesomeValue)
  return fc.constantFrom(...routes).chain((route) =>
    fc
      .record({
        inPath: fc.oneof(fc.constantFrom(...known), troublesomeValue),
        fields: fieldsOf(route, value),
        cut: fc.option(fc.nat(200), { freq: 8 }),
      })
      .map((parts) => toRequest(route, parts)),
  )
}

function fieldsOf(route: Route, value: fc.Arbitrary<unknown>): fc.Arbitrary<Fields> {
  if (route.path === '/mcp') return mcpCalls(value)
  const names = route.fields.length > 0 ? route.fields : ['id']
  return fc.oneof(
    { weight: 6, arbitrary: fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 }) },
    fc.dictionary(fc.string({ maxLength: 12 }), value, { maxKeys: 3 }),
  )
}

function toJsonSchema(schema: (typeof tools)[number]['inputSchema']): { properties?: object } {
  return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
}

const mcpMethods = ['tools/call', 'tools/list', 'resources/read', 'prompts/get', 'initialize']

function mcpCalls(value: fc.Arbitrary<unknown>): fc.Arbitrary<Fields> {
  const known = tools.map(({ name, inputSchema }) => {
    const fields = Object.keys(toJsonSchema(inputSchema).properties ?? {})
    const given = fc.dictionary(fc.constantFrom(...fields), value, { maxKeys: 4 })
    return fc.record({ name: fc.constant<unknown>(name), arguments: fc.oneof(given, value) })
  })
  const params = fc.oneof(
    { weight: 5, arbitrary: fc.oneof(...known) },
    fc.record({ name: value, arguments: value, uri: value }),
  )
  return fc.record({
    jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, value),
    id: fc.oneof({ weight: 9, arbitrary: fc.nat(99) }, value),
    method: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...mcpMethods) }, value),
    params: fc.oneof({ weight: 9, arbitrary: params }, value),
  })
}

function toRequest(
  { method, path: template }: Route,
  parts: { inPath: unknown; fields: Fields; cut: number | null },
): HttpRequest {
  const path = template.replace(/\{\w+\}/g, () => encode(parts.inPath) || 'x')
  if (method === 'GET') {
    const query = Object.entries(parts.fields).map(
      ([name, value]) => `${encode(name)}=${encode(value)}`,
    )
    return { method, path: `${path}?${query.join('&')}` }
  }
  const text = JSON.stringify(parts.fields)
  return { method, path, body: parts.cut === null ? text : text.slice(0, parts.cut) }
}

function encode(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return encodeURIComponent(text.toWellFormed()).slice(0, 8_000)
}
