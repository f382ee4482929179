/** A server on loopback that speaks Ollama's and OpenAI's embedding protocols, well or badly. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { wordVector } from './word-vectors.ts'

interface EmbeddingRequest {
  readonly path: string | undefined
  readonly authorization: string | undefined
  readonly body: { readonly model: string; readonly input: string[]; readonly dimensions?: number }
}

export type Answer = (request: EmbeddingRequest, response: ServerResponse) => void

export interface EmbeddingServer {
  readonly url: string
  readonly requests: EmbeddingRequest[]
  /** Sets how it answers from now on. */
  answer: Answer
}

export async function startEmbeddingServer(answer: Answer): Promise<EmbeddingServer> {
  const requests: EmbeddingRequest[] = []
  const server = createServer(async (incoming, response) => {
    const request = {
      path: incoming.url,
      authorization: incoming.headers.authorization,
      body: JSON.parse(await readAll(incoming)),
    }
    requests.push(request)
    running.answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const running: EmbeddingServer = { url: `http://127.0.0.1:${port}`, requests, answer }
  return running
}

export const like =
  (dimensions: number, shape: (vectors: number[][]) => object): Answer =>
  ({ body }, response) =>
    sendJson(
      response,
      200,
      shape(body.input.map((text) => wordVector(text, body.dimensions ?? dimensions))),
    )

export const ollama = (dimensions = 16) =>
  like(dimensions, (embeddings) => ({ model: 'm', embeddings, total_duration: 1 }))

export const openai = (dimensions = 16) =>
  like(dimensions, (vectors) => ({
    object: 'list',
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    usage: { prompt_tokens: 1, total_tokens: 1 },
  }))

export const refuse =
  (status: number, body: object | string, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, headers)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

export const hangUp: Answer = (_, response) => void response.socket?.destroy()
export const stayQuiet: Answer = () => undefined

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

async function readAll(request: IncomingMessage): Promise<string> {
  request.setEncoding('utf8')
  let text = ''
  for await (const part of request) text += part
  return text
}
