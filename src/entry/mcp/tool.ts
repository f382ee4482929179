/** One tool for agents: an operation of the contract, narrowed to what an agent needs. */

import { resolve } from 'node:path'
import {
  CLIENT_INFO_META_KEY,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ServerContext,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { meaningOf, ThroughlineError } from '../../contract/errors.ts'
import type { OperationHandlers } from '../../contract/operations/index.ts'
import { parseInput } from '../../contract/parse-input.ts'
import type { GuidanceVariant } from '../../contract/vocabulary.ts'
import { isAbsolutePath } from '../../core/model/folder-path.ts'
import { isJsonObject } from '../../core/model/json.ts'
import type { HostProtocol } from '../../core/ports/host.ts'
import type { Log } from '../../core/ports/runtime.ts'
import type { AgentMemoryHandlers } from '../../core/proposals/agent-operations.ts'
import { visibleText, visibleValue } from '../../core/text/visible-text.ts'

export interface ToolHandlers extends OperationHandlers {
  /** Operations that do less or something else for an agent. */
  readonly agent: AgentMemoryHandlers
}

export interface Declaration<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Handlers = ToolHandlers,
  Caller = ToolCaller,
> {
  readonly name: string
  readonly title: string
  /** What it does, when to use it and when not. Brief: it costs every agent tokens in every session. */
  readonly description: string
  readonly effect: keyof typeof effects
  readonly input: Input
  /** Fields that are taken but not shown: few calls need them, and each costs every session tokens. */
  readonly rare?: readonly (keyof Input['shape'] & string)[]
  /** The part of the operation's output an agent gets; the rest would only cost tokens. */
  readonly output: Output
  readonly run: (
    input: z.infer<Input>,
    handlers: Handlers,
    caller: Caller,
  ) => Promise<z.input<Output>>
  /** A short copy for clients that show text only. */
  readonly present: (output: z.infer<Output>, input: z.infer<Input>) => string
}

export interface Tool<Handlers = ToolHandlers, Caller = ToolCaller>
  extends Pick<Declaration<z.ZodObject, z.ZodObject>, 'name' | 'title' | 'description'> {
  readonly annotations: ToolAnnotations
  readonly rare: readonly string[]
  readonly inputSchema: StandardSchemaWithJSON
  readonly outputSchema: StandardSchemaWithJSON
  /** Whether it takes a working folder. */
  readonly takesFolder: boolean
  /** @throws ThroughlineError */
  call(
    given: unknown,
    handlers: Handlers,
    caller: Caller,
  ): Promise<{ structured: Record<string, unknown>; text: string }>
}

const effects = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  changes: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
} satisfies Record<string, ToolAnnotations>

export function tool<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Handlers = ToolHandlers,
  Caller = ToolCaller,
>(declaration: Declaration<Input, Output, Handlers, Caller>): Tool<Handlers, Caller> {
  const { name, title, description, effect, rare = [], output, run, present } = declaration
  // An ignored field must not look as if it had an effect.
  const input = declaration.input.strict() as Input
  return {
    name,
    title,
    description,
    annotations: { title, ...effects[effect], openWorldHint: false },
    rare,
    inputSchema: shownSchema(without(input, rare), brief),
    outputSchema: shownSchema(output),
    takesFolder: 'folder' in input.shape,
    async call(given, handlers, caller) {
      const asked = parseInput(input, given)
      const structured = visibleValue(output.parse(await run(asked, handlers, caller)))
      return { structured, text: present(structured, asked) }
    },
  }
}

function without(schema: z.ZodObject, names: readonly string[]): z.ZodObject {
  return z.object(
    Object.fromEntries(Object.entries(schema.shape).filter(([name]) => !names.includes(name))),
  )
}

type Convert = StandardSchemaWithJSON['~standard']['jsonSchema']['input']

/**
 * A schema that the SDK shows but does not check: `parseInput` checks input, with messages that say
 * what to write instead, and the tool checks its output. The JSON is made once, since over HTTP each
 * request has a server of its own.
 */
function shownSchema(
  schema: z.ZodObject,
  shape: (json: JsonSchema) => JsonSchema = (json) => json,
): StandardSchemaWithJSON {
  const { input, output } = schema['~standard'].jsonSchema
  return {
    '~standard': {
      version: 1,
      vendor: 'throughline',
      validate: (value) => ({ value }),
      jsonSchema: { input: once(input, shape), output: once(output, shape) },
    },
  }
}

type JsonSchema = ReturnType<Convert>

function once(convert: Convert, shape: (json: JsonSchema) => JsonSchema): Convert {
  let json: JsonSchema | undefined
  return (options) => {
    json ??= shape(convert(options))
    return json
  }
}

/** Without limits, which a refused call names. */
function brief({ $schema: _, additionalProperties: __, ...schema }: JsonSchema): JsonSchema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const { minLength, maxLength, minimum, maximum, ...rest } = property as JsonSchema
    return [name, rest]
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

const fault = { message: 'internal error', hint: 'throughline doctor may show why' }

/** What went wrong and what to do; internal errors without details. */
export function explainError(error: unknown): string {
  const { message, hint } = error instanceof ThroughlineError ? error : fault
  return visibleText(hint === undefined ? message : `${message}\n${hint}`)
}

export function resourceError(error: unknown, uri: URL): ProtocolError {
  const { mcpError } = meaningOf(error)
  if (mcpError === 'resource-not-found') return new ResourceNotFoundError(uri.href)
  const { InvalidParams, InternalError } = ProtocolErrorCode
  const code = mcpError === 'invalid-params' ? InvalidParams : InternalError
  return new ProtocolError(code, explainError(error))
}

export interface McpParts {
  readonly operations: OperationHandlers
  readonly agentOperations: AgentMemoryHandlers
  readonly version: string
  readonly log: Log
  /** Agents whose MCP clients are known by name. */
  readonly hosts: readonly Pick<HostProtocol, 'name' | 'mcpClients'>[]
  readonly guidance: () => GuidanceVariant
  /** Called with the name of the client, for servers with one client. */
  readonly onClient?: (name: string) => void
  /** The agent's working folder; undefined for a server that many projects share. */
  readonly folder?: string | undefined
}

interface ToolCaller {
  /** The agent, if we know its client's name. */
  readonly host: string | undefined
  /** The folder its server was started in, which no call can change. */
  readonly folder: string | undefined
}

const envelope = z.object({ [CLIENT_INFO_META_KEY]: z.object({ name: z.string() }) })

/** Clients of protocol 2026-07-28 send their name with every request, earlier ones once. */
export function callerOf(
  { server }: McpServer,
  { mcpReq }: ServerContext,
  { hosts, folder }: Pick<McpParts, 'hosts' | 'folder'>,
): ToolCaller {
  const said = envelope.safeParse(mcpReq.envelope).data?.[CLIENT_INFO_META_KEY]
  const client = (said ?? server.getClientVersion())?.name ?? ''
  return { host: hosts.find(({ mcpClients = [] }) => mcpClients.includes(client))?.name, folder }
}

/** Adds the folder the server was started in to a call that names none. */
export function fillFolder(
  { takesFolder }: { readonly takesFolder: boolean },
  given: unknown,
  { folder: home }: Pick<McpParts, 'folder'>,
): unknown {
  if (!isJsonObject(given)) return given
  const { folder, ...rest } = given
  // It is harmless if an agent passes it with every call.
  if (!takesFolder) return rest
  if (folder === undefined) return home === undefined ? given : { ...given, folder: home }
  if (typeof folder !== 'string' || home === undefined || isAbsolutePath(folder)) return given
  return { ...given, folder: resolve(home, folder) }
}
