/** `/api/openapi.json`: the HTTP surface as OpenAPI 3.1, made from the contract. */
import type { Hono } from 'hono'
import { z } from 'zod'
import { errorCodes } from '../../contract/errors.ts'
import type { Operation } from '../../contract/operation.ts'
import { operations } from '../../contract/operations/index.ts'
import type { JsonObject } from '../../core/model/json.ts'
import { splitInput } from './body.ts'
import { errorResponse, otherPaths } from './openapi-paths.ts'

export function serveOpenApi(app: Hono, version: string): void {
  app.get('/api/openapi.json', (context) => context.json(createOpenApiDocument(version)))
}

export function createOpenApiDocument(version: string): JsonObject {
  const schemas: JsonObject = {}
  const paths: Record<string, JsonObject> = {}
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const path = operation.http.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [operation.http.method]: describeOperation(name, operation, schemas),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Throughline',
      version,
      description: 'The daemon’s HTTP surface, on loopback only. Port and token: run/daemon.json.',
    },
    security: [{ token: [] }],
    paths: { ...paths, ...otherPaths },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Error: {
          type: 'object',
          properties: {
            error: {
              type: 'object',
              properties: {
                code: { enum: [...errorCodes] },
                message: { type: 'string' },
                hint: { type: 'string' },
              },
              required: ['message'],
            },
          },
          required: ['error'],
        },
        ...schemas,
      },
    },
  }
}

function describeOperation(
  name: string,
  { summary, input, output, http }: Operation,
  schemas: JsonObject,
): JsonObject {
  const { inPath, besides } = splitInput({ http, input })
  const given = toSchema(besides, 'input', `${name}Input`, schemas)
  const required = (given.required ?? []) as string[]
  const parameters = [
    ...fieldsOf(toSchema(inPath, 'input', `${name}Path`, schemas)).map(([field, schema]) => ({
      name: field,
      in: 'path',
      required: true,
      schema,
    })),
    ...(http.method === 'get' ? fieldsOf(given) : []).map(([field, schema]) => {
      // Query strings separate the items of a list by commas.
      const list = schema.type === 'array' ? { style: 'form', explode: false } : {}
      return { name: field, in: 'query', required: required.includes(field), ...list, schema }
    }),
  ]
  return {
    operationId: name,
    summary,
    tags: [http.path.split('/')[2] ?? ''],
    ...(parameters.length > 0 && { parameters }),
    ...(http.method === 'post' && {
      requestBody: {
        required: required.length > 0,
        content: { 'application/json': { schema: given } },
      },
    }),
    responses: {
      200: {
        description: 'Done',
        content: {
          'application/json': { schema: toSchema(output, 'output', `${name}Output`, schemas) },
        },
      },
      default: errorResponse,
    },
  }
}

function fieldsOf({ properties }: JsonObject): [string, JsonObject][] {
  return Object.entries((properties ?? {}) as Record<string, JsonObject>)
}

/** Shared definitions move to the document's components. */
function toSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  name: string,
  schemas: JsonObject,
): JsonObject {
  const { $schema: _, ...whole } = z.toJSONSchema(schema, { io })
  const text = JSON.stringify(whole).replaceAll('"#/$defs/', `"#/components/schemas/${name}.`)
  const { $defs, ...moved } = JSON.parse(text) as JsonObject & { $defs?: JsonObject }
  for (const [key, definition] of Object.entries($defs ?? {})) {
    schemas[`${name}.${key}`] = definition
  }
  return moved
}
