/** What both of OpenCode's stores hold. */
import type { JsonObject } from '../../../core/model/json.ts'

export interface OpenCodeStore {
  readonly path: string
  sessions(): Promise<readonly OpenCodeSession[]>
  /** In the order they were said. */
  messages(sessionId: string): AsyncIterable<OpenCodeMessage>
}

export interface OpenCodeSession {
  readonly id: string
  /** Of a subagent's session. */
  readonly parentId: string | undefined
  readonly folder: string | undefined
  readonly startedAt: string | undefined
  readonly updatedAt: string | undefined
  readonly bytes: number
}

export interface OpenCodeMessage {
  readonly info: JsonObject
  readonly parts: readonly JsonObject[]
}
