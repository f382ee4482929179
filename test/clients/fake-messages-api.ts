/** The Messages API on loopback, answered from a script, keeping every request it was sent. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isJsonObject, type JsonObject } from '../../src/core/json.ts'
import { nextReply, type Reply, type Scenario } from './scripted-model.ts'

export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly body: JsonObject
}

export interface FakeMessagesApi extends AsyncDisposable {
  readonly url: string
  /** In order of arrival; grows while the server runs. */
  readonly requests: readonly ApiRequest[]
  close(): Promise<void>
}

interface Script {
  readonly scenarios: readonly Scenario[]
  /** Called with a question before it is answered, which waits for it. */
  readonly beforeReply: (question: JsonObject) => Promise<unknown>
}

export async function startFakeMessagesApi(
  scenarios: readonly Scenario[],
  beforeReply: Script['beforeReply'] = async () => undefined,
): Promise<FakeMessagesApi> {
  const requests: ApiRequest[] = []
  const server = createServer((request, response) => {
    answer(request, response, { scenarios, beforeReply }, requests).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  })
  await listen(server)
  const { port } = server.address() as AddressInfo
  const close = () => stop(server)
  return { url: `http://127.0.0.1:${port}`, requests, close, [Symbol.asyncDispose]: close }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { scenarios, beforeReply }: Script,
  requests: ApiRequest[],
): Promise<void> {
  const body = await readJson(request)
  const { method = 'GET', url = '/' } = request
  const path = url.split('?')[0] ?? url
  requests.push({ method, path, body })
  if (method === 'HEAD') return sendJson(response, 200, {})
  if (path === '/v1/messages/count_tokens') return sendJson(response, 200, { input_tokens: 100 })
  if (path !== '/v1/messages') {
    return sendJson(response, 404, apiError('not_found_error', `no ${path}`))
  }
  await beforeReply(body)
  const reply = nextReply(scenarios, body)
  if ('error' in reply) {
    return sendJson(response, reply.error.status, apiError(reply.error.type, reply.error.message))
  }
  const message = messageOf(reply, body, requests.length)
  if (body.stream === true) return streamMessage(response, message)
  sendJson(response, 200, message)
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
  stop_reason: 'tool_use' | 'end_turn'
  stop_sequence: null
  usage: JsonObject
}

function messageOf(
  reply: Exclude<Reply, { error: unknown }>,
  request: JsonObject,
  number: number,
): Message {
  const tools = 'tools' in reply ? reply.tools : []
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
    stop_reason: tools.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 120, output_tokens: 20 },
  }
}

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

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readJson(request: IncomingMessage): Promise<JsonObject> {
  const text = (await request.setEncoding('utf8').toArray()).join('')
  const body: unknown = text === '' ? {} : JSON.parse(text)
  if (!isJsonObject(body)) throw new Error(`not a JSON object: ${text.slice(0, 100)}`)
  return body
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
