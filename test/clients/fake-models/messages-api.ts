/** The Messages API on loopback, answered from a script, keeping every request it was sent. */
import type { ServerResponse } from 'node:http'
import type { JsonObject } from '../../../src/core/model/json.ts'
import { type LoopbackApi, sendJson, startLoopbackApi } from './loopback-api.ts'
import { type CompletedReply, endingOf, nextReply, type Scenario } from './scripted-model.ts'

export type FakeMessagesApi = LoopbackApi

/** @param beforeReply called with a question before it is answered, which waits for it */
export function startFakeMessagesApi(
  scenarios: readonly Scenario[],
  beforeReply: (question: JsonObject) => Promise<unknown> = async () => undefined,
): Promise<FakeMessagesApi> {
  return startLoopbackApi(async ({ method, path, body }, response, number) => {
    if (method === 'HEAD') return sendJson(response, 200, {})
    if (path === '/v1/messages/count_tokens') return sendJson(response, 200, { input_tokens: 100 })
    if (path !== '/v1/messages') {
      return sendJson(response, 404, apiError('not_found_error', `no ${path}`))
    }
    await beforeReply(body)
    const reply = nextReply(scenarios, body)
    if ('isSilent' in reply) return
    if ('error' in reply) {
      return sendJson(response, reply.error.status, apiError(reply.error.type, reply.error.message))
    }
    const message = messageOf(reply, body, number)
    if (body.stream === true) return streamMessage(response, message)
    sendJson(response, 200, message)
  })
}

type Block =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: JsonObject }

interface Message {
  id: string
  type: 'message'
  role: 'assistant'
  model: string
  content: Block[]
  stop_reason: 'tool_use' | 'end_turn' | 'max_tokens' | 'refusal'
  stop_sequence: null
  usage: JsonObject
}

function messageOf(reply: CompletedReply, request: JsonObject, number: number): Message {
  const tools = 'tools' in reply ? reply.tools : []
  const ending = endingOf(reply)
  const content: Block[] = tools.map(({ name, input }, index) => {
    return { type: 'tool_use', id: `toolu_fake_${number}_${index}`, name, input }
  })
  if (reply.text) content.unshift({ type: 'text', text: reply.text })
  return {
    id: `msg_fake_${number}`,
    type: 'message',
    role: 'assistant',
    model: String(request.model),
    content,
    stop_reason: ending ? endings[ending] : tools.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 120, output_tokens: 20 },
  }
}

const endings = { cut: 'max_tokens', refused: 'refusal' } as const

function streamMessage(response: ServerResponse, message: Message): void {
  const { content, stop_reason, stop_sequence, usage } = message
  const send = (type: string, fields: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  send('message_start', { message: { ...message, content: [], stop_reason: null } })
  for (const [index, block] of content.entries()) {
    const [content_block, delta] =
      block.type === 'text'
        ? [
            { ...block, text: '' },
            { type: 'text_delta', text: block.text },
          ]
        : [
            { ...block, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
          ]
    send('content_block_start', { index, content_block })
    send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  }
  send('message_delta', { delta: { stop_reason, stop_sequence }, usage })
  send('message_stop', {})
  response.end()
}

function apiError(type: string, message: string): JsonObject {
  return { type: 'error', error: { type, message } }
}
