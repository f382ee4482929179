/** MCP over standard input and output: one client, until it closes its end. */
import {
  CLIENT_INFO_META_KEY,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { isJsonObject } from '../../core/model/json.ts'
import { createMcpServer } from './server.ts'
import type { McpParts } from './tool.ts'

export async function serveOverStdio(
  parts: McpParts,
  transport = new AnsweringTransport(),
): Promise<void> {
  const closed = Promise.withResolvers<void>()
  const handle = serveStdio(() => createMcpServer(parts), {
    transport,
    onerror: (error) => parts.log.warn('an MCP client was not understood', { error }),
  })
  // The SDK has no event for incoming messages, or for a client that disconnects.
  const { onclose, onmessage } = transport
  transport.onmessage = (message) => {
    transport.recordRequest(message)
    const client = clientIn(message)
    if (client !== undefined) parts.onClient?.(client)
    onmessage?.(message)
  }
  transport.onclose = () => {
    onclose?.()
    closed.resolve()
  }
  await closed.promise
  await handle.close()
}

/** Clients of protocol 2026-07-28 send their name with every request, earlier ones with the first. */
function clientIn(message: JSONRPCMessage): string | undefined {
  if (!isJSONRPCRequest(message)) return undefined
  const { clientInfo, _meta } = (message.params ?? {}) as Record<string, unknown>
  const said = isJsonObject(_meta) ? _meta[CLIENT_INFO_META_KEY] : clientInfo
  return isJsonObject(said) && typeof said.name === 'string' ? said.name : undefined
}

/** Tools take far less time, and a client that closed our input soon ends the process anyway. */
const patienceMs = 5_000

/** At the end of the input, answers open requests before it closes. */
export class AnsweringTransport extends StdioServerTransport {
  readonly #unanswered = new Set<unknown>()
  #onAnswered: (() => void) | undefined
  #closing: Promise<void> | undefined

  /** Call it with every incoming message. */
  recordRequest(message: JSONRPCMessage): void {
    if (isJSONRPCNotification(message)) {
      if (message.method === 'notifications/cancelled') this.#settle(message.params?.requestId)
    } else if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen') {
      // A subscription is answered when it ends, which is when the process does.
      this.#unanswered.add(message.id)
    }
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    try {
      await super.send(message)
    } finally {
      if (isJSONRPCResponse(message)) this.#settle(message.id)
    }
  }

  /** Called at the end of the input, more than once. */
  override close(): Promise<void> {
    this.#closing ??= this.#answerAndClose()
    return this.#closing
  }

  #settle(id: unknown): void {
    this.#unanswered.delete(id)
    if (this.#unanswered.size === 0) this.#onAnswered?.()
  }

  async #answerAndClose(): Promise<void> {
    if (this.#unanswered.size > 0) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, patienceMs)
      this.#onAnswered = resolve
      await promise
      clearTimeout(timer)
    }
    await super.close()
  }
}
