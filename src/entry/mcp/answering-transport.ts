/** Standard input and output for MCP: when the input ends, what was asked is answered first. */
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'

/** Tools take far less, and a client that has ended our input soon ends us too. */
const patienceMs = 5_000

export class AnsweringTransport extends StdioServerTransport {
  readonly #unanswered = new Set<unknown>()
  #onAnswered: (() => void) | undefined
  #closing: Promise<void> | undefined

  /** To be told of every message that comes in. */
  noteAsked(message: JSONRPCMessage): void {
    if (isJSONRPCNotification(message)) {
      if (message.method === 'notifications/cancelled') this.#settle(message.params?.requestId)
    } else if (isJSONRPCRequest(message) && message.method !== 'subscriptions/listen') {
      // A subscription has its answer when it ends, and it ends with us.
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

  /** The end of the input calls it, more than once. */
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
