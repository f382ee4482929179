/**
 * A proxy that adds the daemon's token, for clients that cannot send one. Everything else of a
 * request, including Host and Origin, passes unchanged.
 */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TokenAdder extends AsyncDisposable {
  readonly url: string
}

export async function addToken(daemon: { port: number; token: string }): Promise<TokenAdder> {
  const { port, token } = daemon
  const server = createServer((incoming, outgoing) => {
    const { method, url: path, headers } = incoming
    const passedOn = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path,
        headers: { ...headers, authorization: `Bearer ${token}` },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passedOn.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passedOn.destroy())
    incoming.pipe(passedOn)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
