/**
 * An address that always leads into the demo's dashboard. A sign-in works once and for a minute, so
 * each visit gets a new one. Only for the demo: anyone who can reach the address sees its sample data.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FrontDoor {
  readonly url: string
  close(): void
}

export async function openFrontDoor(signInLink: () => Promise<string>): Promise<FrontDoor> {
  const server = createServer((request, response) => {
    const isOurs = request.headers.host === new URL(urlOf(server.address())).host
    if (!isOurs || request.method !== 'GET' || request.url !== '/') {
      response.writeHead(404).end()
      return
    }
    signInLink().then(
      (location) => response.writeHead(302, { location, 'cache-control': 'no-store' }).end(),
      () => response.writeHead(503).end('The demo has ended.\n'),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: urlOf(server.address()),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const urlOf = (address: AddressInfo | string | null) =>
  `http://127.0.0.1:${(address as AddressInfo).port}/`
