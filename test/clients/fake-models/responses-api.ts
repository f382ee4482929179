/** The Responses API on loopback, answered from a script, keeping every request it was sent. */
import type { ServerResponse } from 'node:http'
import { isJsonObject, type Json, type JsonObject } from '../../../src/core/model/json.ts'
import { type LoopbackApi, sendJson, startLoopbackApi } from './loopback-api.ts'
import {
  type CompletedReply,
  endingOf,
  type Scenario,
  scriptedReply,
  type ToolCall,
  type UserMessage,
} from './scripted-model.ts'

export function startFakeResponsesApi(scenarios: readonly Scenario[]): Promise<LoopbackApi> {
  return startLoopbackApi(({ path, body }, response, number) => {
    if (path.endsWith('/models')) return sendJson(response, 200, { object: 'list', data: [] })
    if (!path.endsWith('/responses')) {
      return sendJson(response, 404, apiError('not_found_error', `no ${path}`))
    }
    const hasTools = Array.isArray(body.tools) && body.tools.length > 0
    const reply = scriptedReply(scenarios, messagesIn(body.input), hasTools)
    if ('isSilent' in reply) return
    if ('error' in reply) {
      const { status, type, message } = reply.error
      return sendJson(response, status, apiError(type, message))
    }
    const answer = answerOf(reply, body, number)
    return body.stream === true ? stream(response, answer) : sendJson(response, 200, answer)
  })
}

function messagesIn(input: Json | undefined): UserMessage[] {
  const items = Array.isArray(input) ? input.filter(isJsonObject) : []
  return items
    .map((item) => ({
      text: item.role === 'user' ? typedText(item) : '',
      toolResults: String(item.type).endsWith('_output') ? 1 : 0,
    }))
    .filter(({ text, toolResults }) => text !== '' || toolResults > 0)
}

/** Clients send instructions and surroundings as the user; those must not choose a scenario. */
function typedText({ content }: JsonObject): string {
  const parts = Array.isArray(content) ? content.filter(isJsonObject) : []
  return parts
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .filter((text) => !/^\s*(?:<\w+>|# AGENTS\.md)/.test(text))
    .join('\n')
    .trim()
}

interface Answer {
  readonly id: string
  readonly status: string
  readonly output: readonly JsonObject[]
  readonly usage: JsonObject
  readonly [more: string]: unknown
}

function answerOf(reply: CompletedReply, request: JsonObject, number: number): Answer {
  const tools = 'tools' in reply ? reply.tools : []
  const calls = tools.map((call, index) => callItem(call, `call_fake_${number}_${index}`))
  const ending = endingOf(reply)
  const said =
    ending === 'refused'
      ? { type: 'refusal', refusal: reply.text ?? '' }
      : { type: 'output_text', text: reply.text ?? '', annotations: [] }
  const message = reply.text ? [messageItem(said, `msg_fake_${number}`)] : []
  return {
    id: `resp_fake_${number}`,
    object: 'response',
    created_at: 0,
    status: ending === 'cut' ? 'incomplete' : 'completed',
    ...(ending === 'cut' && { incomplete_details: { reason: 'max_output_tokens' } }),
    model: request.model,
    output: [...message, ...calls],
    usage: {
      input_tokens: 120,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 140,
    },
  }
}

function messageItem(said: JsonObject, id: string): JsonObject {
  return { type: 'message', id, role: 'assistant', status: 'completed', content: [said] }
}

/** Tools of MCP servers are named by server and tool, `mcp__notes__add`, and searched for first. A patch is plain text. */
function callItem({ name, input }: ToolCall, callId: string): JsonObject {
  const call = { id: `item_${callId}`, call_id: callId, status: 'completed' }
  if (name === 'tool_search') {
    return { type: 'tool_search_call', ...call, execution: 'client', arguments: input }
  }
  if (name === 'apply_patch') {
    return { type: 'custom_tool_call', ...call, name, input: String(input.patch) }
  }
  const [, namespace, tool = name] = /^(mcp__.+?)__(.+)$/.exec(name) ?? []
  const where = namespace === undefined ? {} : { namespace }
  return { type: 'function_call', ...call, name: tool, ...where, arguments: JSON.stringify(input) }
}

function stream(response: ServerResponse, answer: Answer): void {
  let number = 0
  const send = (type: string, fields: object) => {
    const event = { type, sequence_number: number++, ...fields }
    response.write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`)
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send('response.created', { response: { ...answer, status: 'in_progress', output: [] } })
  for (const [index, item] of answer.output.entries()) {
    send('response.output_item.added', { output_index: index, item })
    send('response.output_item.done', { output_index: index, item })
  }
  send(`response.${answer.status}`, { response: answer })
  response.end()
}

function apiError(type: string, message: string): JsonObject {
  return { error: { type, message } }
}
