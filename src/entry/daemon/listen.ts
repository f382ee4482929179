/** Binds the HTTP surface to loopback. */
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { ThroughlineError } from '../../contract/errors.ts'

export interface Listener {
  readonly port: number
  /** Gives open requests a moment to finish, then ends them. */
  close(): Promise<void>
}

const lastAnswersMs = 250

/** @param ports tried in this order; 0 lets the system choose */
export async function listen(
  fetch: (request: Request) => Response | Promise<Response>,
  ports: readonly number[],
): Promise<Listener> {
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false })
  await bindFirst(server, ports)
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => {
          if ('closeAllConnections' in server) server.closeAllConnections()
        }, lastAnswersMs)
        server.close(() => {
          clearTimeout(cut)
          resolve()
        })
      }),
  }
}

/** @throws the error of the last port */
async function bindFirst(
  server: ServerType,
  [port = 0, ...others]: readonly number[],
): Promise<void> {
  try {
    await bind(server, port)
  } catch (error) {
    if (others.length === 0) throw error
    await bindFirst(server, others)
  }
}

function bind(server: ServerType, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotBind(port, error)))
    server.listen(port, '127.0.0.1', () => resolve())
  })
}

function cannotBind(port: number, error: NodeJS.ErrnoException): ThroughlineError {
  const why =
    error.code === 'EADDRINUSE' ? 'another program uses it' : (error.code ?? error.message)
  return new ThroughlineError('daemon-failed', `port ${port} cannot be bound: ${why}`, {
    hint: 'throughline config set daemon.port 0 lets the system choose one',
    cause: error,
  })
}
