/** An Ollama on loopback whose models say one thing, for learning and vectors. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { wordVector } from '../../test/support/models/word-vectors.ts'

/** Short, so that the fixture stays small. */
const dimensions = 8

const learned = {
  kind: 'fact',
  content: 'The nightly export writes to the bucket widgets-exports',
  importance: 0.6,
  scope: 'project',
  basis: 'user',
}

const message = { role: 'assistant', content: JSON.stringify({ items: [learned] }) }

export interface Models {
  readonly url: string
  close(): void
}

export async function startModels(): Promise<Models> {
  const server = createServer(async (request, response) => {
    const { input = [] } = (await json(request)) as { input?: string[] }
    const embeddings = input.map((each) => wordVector(each, dimensions))
    const answer = request.url === '/api/embed' ? { embeddings } : { message, done: true }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
