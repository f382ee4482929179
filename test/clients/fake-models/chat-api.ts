/** Chat completions as OpenAI has them, on loopback, answered from a script, keeping every request. */
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

export function startFakeChatApi(scenarios: readonly Scenario[]): Promise<LoopbackApi> {
  return startLoopbackApi(({ path, body }, response, number) => {
    if (path !== '/v1/chat/completions') {
      return sendJson(response, 404, { error: { type: 'not_found', message: `no ${path}` } })
    }
    const hasTools = Array.isArray(body.tools) && body.tools.length > 0
    const reply = scriptedReply(scenarios, saidIn(body), hasTools)
    if ('isSilent' in reply) return
    if ('error' in reply) return sendJson(response, reply.error.status, { error: reply.error })
    streamCompletion(response, reply, { id: `chatcmpl_fake_${number}`, model: String(body.model) })
  })
}

function saidIn({ messages = [] }: JsonObject): UserMessage[] {
  const sent = Array.isArray(messages) ? messages.filter(isJsonObject) : []
  return sent.flatMap(({ role, content = '' }) => {
    if (role === 'tool') return [{ text: '', toolResults: 1 }]
    return role === 'user' ? [{ text: typedText(content), toolResults: 0 }] : []
  })
}

/**
 * The first part that no client added is what the user typed: in quotation marks when it was an
 * argument of `opencode run`, between tags when Copilot sent it.
 */
function typedText(content: Json): string {
  const parts = Array.isArray(content) ? content : [content]
  const texts = parts.map((part) => (isJsonObject(part) ? part.text : part))
  const typed = texts.find((text) => typeof text === 'string' && !byClient.test(text))
  return typeof typed === 'string' ? typed.replace(aroundPrompt, '').replace(/^"(.*)"$/s, '$1') : ''
}

const byClient = /^<(?:system-reminder|qwen:)/

const aroundPrompt =
  /^<current_datetime>[^<]*<\/current_datetime>\n\n|\n\n<system_reminder>[\s\S]*<\/system_reminder>$/g

function streamCompletion(response: ServerResponse, reply: CompletedReply, base: JsonObject): void {
  const tools = 'tools' in reply ? reply.tools : []
  const tool_calls = tools.map(({ name, input }, index) => ({
    index,
    id: `call_${base.id}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))
  const send = (chunk: object) =>
    response.write(
      `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', ...chunk })}\n\n`,
    )
  const choose = (delta: object, finish_reason: string | null) =>
    send({ choices: [{ index: 0, delta, finish_reason }] })

  response.writeHead(200, { 'content-type': 'text/event-stream' })
  choose({ role: 'assistant', content: reply.text ?? '' }, null)
  if (tools.length > 0) choose({ tool_calls }, null)
  const ending = endingOf(reply)
  const usual = tools.length > 0 ? 'tool_calls' : 'stop'
  choose({}, ending ? { cut: 'length', refused: 'content_filter' }[ending] : usual)
  send({
    choices: [],
    usage: { prompt_tokens: 120, completion_tokens: 20, total_tokens: 140 },
  })
  response.end('data: [DONE]\n\n')
}
