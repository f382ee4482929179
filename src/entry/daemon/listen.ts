/** Binds an HTTP surface to a port, by default on loopback. */
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type ServerType } from '@hono/node-server'
import { ThroughlineError } from '../../contract/errors.ts'

export interface Listener {
  readonly port: number
  /** Gives open requests a moment to finish, then ends them. */
  close(): Promise<void>
}

export interface ListenOptions {
  /** Tried in this order; 0 lets the system choose. */
  readonly ports: readonly number[]
  readonly host?: string
  /** How long open requests have to finish. */
  readonly lastAnswersMs?: number
  /** What to do if no port is free. */
  readonly hint: string
}

const closeIdleEveryMs = 20

export async function listen(
  fetch: Parameters<typeof createAdaptorServer>[0]['fetch'],
  { ports, host = '127.0.0.1', lastAnswersMs = 250, hint }: ListenOptions,
): Promise<Listener> {
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false })
  await bindFirst(server, host, ports, hint)
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        const cut = setTimeout(() => {
          if ('closeAllConnections' in server) server.closeAllConnections()
        }, lastAnswersMs)
        // A connection that was busy until now would otherwise be kept alive.
        const closing = setInterval(() => {
          if ('closeIdleConnections' in server) server.closeIdleConnections()
        }, closeIdleEveryMs)
        server.close(() => {
          clearInterval(closing)
          clearTimeout(cut)
          resolve()
        })
      }),
  }
}

/** @throws the error of the last port */
async function bindFirst(
  server: ServerType,
  host: string,
  [port = 0, ...others]: readonly number[],
  hint: string,
): Promise<void> {
  try {
    await bind(server, host, port, hint)
  } catch (error) {
    if (others.length === 0) throw error
    await bindFirst(server, host, others, hint)
  }
}

function bind(server: ServerType, host: string, port: number, hint: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotBind(port, error, hint)))
    server.listen(port, host, () => resolve())
  })
}

function cannotBind(port: number, error: NodeJS.ErrnoException, hint: string): ThroughlineError {
  const why =
    error.code === 'EADDRINUSE' ? 'another program uses it' : (error.code ?? error.message)
  return new ThroughlineError('daemon-failed', `port ${port} cannot be bound: ${why}`, {
    hint,
    cause: error,
  })
}
