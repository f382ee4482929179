/** A server on loopback that a client takes for its model's, keeping every request it was sent. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isJsonObject, type JsonObject } from '../../../src/core/model/json.ts'

export interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly body: JsonObject
}

export interface LoopbackApi extends AsyncDisposable {
  readonly url: string
  /** In order of arrival; grows while the server runs. */
  readonly requests: readonly ApiRequest[]
  close(): Promise<void>
}

/** @param number how many requests there were, this one included */
export type Answer = (
  request: ApiRequest,
  response: ServerResponse,
  number: number,
) => Promise<void> | void

export async function startLoopbackApi(answer: Answer): Promise<LoopbackApi> {
  const requests: ApiRequest[] = []
  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  })
  const take = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await readJson(incoming)
    const { method = 'GET', url = '/' } = incoming
    const request = { method, path: url.split('?')[0] ?? url, body }
    await answer(request, response, requests.push(request))
  }
  await listen(server)
  const { port } = server.address() as AddressInfo
  const close = () => stop(server)
  return { url: `http://127.0.0.1:${port}`, requests, close, [Symbol.asyncDispose]: close }
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
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
