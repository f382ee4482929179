/** The paths that are not operations of the contract. */
import type { JsonObject } from '../../core/model/json.ts'

export const errorResponse: JsonObject = {
  description: 'Refused or failed',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
}

const anyObject: JsonObject = { type: 'object', additionalProperties: true }
const text: JsonObject = { type: 'string' }

export const otherPaths: JsonObject = {
  '/health': {
    get: {
      operationId: 'getHealth',
      summary: 'Whether the daemon answers, and which one it is',
      tags: ['daemon'],
      security: [],
      responses: {
        200: json(
          'It answers',
          object({
            status: { const: 'ok' },
            version: text,
            pid: { type: 'integer' },
            run: text,
            command: text,
          }),
        ),
      },
    },
  },
  '/hooks/{event}': {
    post: {
      operationId: 'captureEvent',
      summary: 'Accept one event of a host’s hook',
      tags: ['hooks'],
      parameters: [
        {
          name: 'event',
          in: 'path',
          required: true,
          description: 'The host’s name of the event, e.g. PostToolUse',
          schema: { type: 'string', pattern: '^[\\w-]{1,64}$' },
        },
        query('host', 'Which agent sends it', { type: 'string', default: 'claude-code' }),
      ],
      requestBody: {
        required: true,
        description: 'The host’s payload, unchanged, up to 32 MiB',
        content: { 'application/json': { schema: anyObject } },
      },
      responses: {
        202: json('Accepted; `failed` is a fault of ours, and logged', {
          type: 'object',
          properties: {
            status: { enum: ['accepted', 'failed'] },
            output: { type: 'string', description: 'What the hook prints for the host' },
          },
          required: ['status'],
        }),
        default: errorResponse,
      },
    },
  },
  '/api/events': {
    get: {
      operationId: 'streamEvents',
      summary: 'What is ingested, as it happens',
      tags: ['events'],
      parameters: [
        {
          name: 'Last-Event-ID',
          in: 'header',
          required: false,
          description: 'The last event seen; all since then are sent first',
          schema: text,
        },
        query('after', 'The same, where no header can be sent', text),
        query('recent', 'Number of recent events to begin with', {
          type: 'integer',
          minimum: 0,
          maximum: 1_000,
          default: 0,
        }),
      ],
      responses: {
        200: answer('Server-sent events', 'text/event-stream', text),
        default: errorResponse,
      },
    },
  },
  '/api/export': {
    get: {
      operationId: 'exportData',
      summary: 'All memories and captured sessions as JSON lines; see docs/import.md',
      tags: ['export'],
      parameters: [
        query('memoriesOnly', 'Leave out what was captured', { type: 'boolean', default: false }),
      ],
      responses: {
        200: answer('A file; its last line has the type `end`', 'application/x-ndjson', text),
        default: errorResponse,
      },
    },
  },
  '/api/sign-in-codes': {
    post: {
      operationId: 'createSignInCode',
      summary: 'A code that signs one browser in to the dashboard, once and within a minute',
      tags: ['daemon'],
      responses: {
        201: json('The code, and the path that takes it', object({ code: text, path: text })),
        default: errorResponse,
      },
    },
  },
  '/api/download-codes': {
    post: {
      operationId: 'createDownloadCode',
      summary: 'A code for one `GET /api/export?code=…` without a token, within a minute',
      tags: ['daemon'],
      responses: { 201: json('The code', object({ code: text })), default: errorResponse },
    },
  },
  '/api/stop': {
    post: {
      operationId: 'stopDaemon',
      summary: 'Stop the daemon',
      tags: ['daemon'],
      responses: {
        202: json('It is stopping', object({ status: { const: 'stopping' } })),
        default: errorResponse,
      },
    },
  },
  '/api/openapi.json': {
    get: {
      operationId: 'getOpenApi',
      summary: 'This document',
      tags: ['daemon'],
      responses: { 200: json('OpenAPI 3.1', anyObject), default: errorResponse },
    },
  },
  '/mcp': {
    post: {
      operationId: 'callMcp',
      summary: 'The Model Context Protocol over Streamable HTTP',
      tags: ['mcp'],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: anyObject } },
      },
      responses: { 200: json('A JSON-RPC answer', anyObject), default: errorResponse },
    },
  },
}

function json(description: string, schema: JsonObject): JsonObject {
  return answer(description, 'application/json', schema)
}

function answer(description: string, type: string, schema: JsonObject): JsonObject {
  return { description, content: { [type]: { schema } } }
}

/** An object in which every property is required. */
function object(properties: JsonObject): JsonObject {
  return { type: 'object', properties, required: Object.keys(properties) }
}

function query(name: string, description: string, schema: JsonObject): JsonObject {
  return { name, in: 'query', required: false, description, schema }
}
