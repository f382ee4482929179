/** The Gemini API on loopback, answered from a script, keeping every request it was sent. */
import type { ServerResponse } from 'node:http'
import { isJsonObject, type Json, type JsonObject } from '../../../src/core/model/json.ts'
import { type LoopbackApi, sendJson, startLoopbackApi } from './loopback-api.ts'
import {
  type CompletedReply,
  endingOf,
  type Scenario,
  scriptedReply,
  type UserMessage,
} from './scripted-model.ts'

export function startFakeGeminiApi(scenarios: readonly Scenario[]): Promise<LoopbackApi> {
  return startLoopbackApi(({ path, body }, response) => {
    if (path.endsWith(':countTokens')) return sendJson(response, 200, { totalTokens: 100 })
    if (!/:(?:stream)?generateContent$/i.test(path)) {
      return sendJson(response, 404, apiError(404, 'NOT_FOUND', `no ${path}`))
    }
    const reply = scriptedReply(scenarios, messagesIn(body.contents), hasTools(body))
    if ('isSilent' in reply) return
    if ('error' in reply) {
      const { status, type, message } = reply.error
      return sendJson(response, status, apiError(status, type, message))
    }
    const answer = answerOf(reply)
    return path.includes(':stream') ? stream(response, answer) : sendJson(response, 200, answer)
  })
}

function hasTools({ tools }: JsonObject): boolean {
  return Array.isArray(tools) && tools.length > 0
}

function messagesIn(contents: Json | undefined): UserMessage[] {
  const said = Array.isArray(contents) ? contents.filter(isJsonObject) : []
  return said.filter(({ role }) => role === 'user').map(toUserMessage)
}

/** Clients add to what the user typed; that must not choose a scenario. */
function toUserMessage({ parts }: JsonObject): UserMessage {
  const all = Array.isArray(parts) ? parts.filter(isJsonObject) : []
  const texts = all.map(({ text }) => (typeof text === 'string' ? text : ''))
  const added = /<(session_context|hook_context)>[\s\S]*?<\/\1>/g
  return {
    text: texts.join('\n').replace(added, '').trim(),
    toolResults: all.filter(({ functionResponse }) => functionResponse !== undefined).length,
  }
}

function answerOf(reply: CompletedReply): JsonObject {
  const tools = 'tools' in reply ? reply.tools : []
  const calls = tools.map(({ name, input }) => ({ functionCall: { name, args: input } }))
  const ending = endingOf(reply)
  const said = reply.text && ending !== 'refused' ? [{ text: reply.text }] : []
  const finishReason = ending ? { cut: 'MAX_TOKENS', refused: 'SAFETY' }[ending] : 'STOP'
  return {
    candidates: [
      { content: { role: 'model', parts: [...said, ...calls] }, finishReason, index: 0 },
    ],
    usageMetadata: { promptTokenCount: 120, candidatesTokenCount: 20, totalTokenCount: 140 },
  }
}

function stream(response: ServerResponse, answer: JsonObject): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(`data: ${JSON.stringify(answer)}\r\n\r\n`)
}

function apiError(code: number, status: string, message: string): JsonObject {
  return { error: { code, status, message } }
}
