/** In every test process: connections go to loopback, servers listen there on a port of their own. */
import { Server, Socket } from 'node:net'

const loopback = /^(127\.\d+\.\d+\.\d+|localhost|::1|\[::1\])$/

/** Ports a test found free by binding port 0 and now wants to see taken. */
export const allowedPorts = guardOnce(process as { throughlineAllowedPorts?: Set<number> })

/**
 * Once in a process: a test that imports this file may get a second copy of it, and a worker that runs
 * several files loads it for each.
 */
function guardOnce(holder: { throughlineAllowedPorts?: Set<number> }): Set<number> {
  if (holder.throughlineAllowedPorts) return holder.throughlineAllowedPorts
  const ports = new Set<number>()
  holder.throughlineAllowedPorts = ports
  guardConnecting()
  guardListening(ports)
  return ports
}

function guardConnecting(): void {
  const connect = Socket.prototype.connect
  Socket.prototype.connect = function guarded(this: Socket, ...args: unknown[]): Socket {
    const options = (Array.isArray(args[0]) ? args[0][0] : args[0]) as {
      host?: string
      path?: string
    }
    const host = typeof options === 'object' ? options.host : (args[1] as string | undefined)
    const isLocal = options?.path !== undefined || loopback.test(host ?? 'localhost')
    if (!isLocal) throw new Error(`a test tried to reach ${host}`)
    return Reflect.apply(connect, this, args) as Socket
  }
}

function guardListening(allowed: ReadonlySet<number>): void {
  const listen = Server.prototype.listen
  Server.prototype.listen = function guarded(this: Server, ...args: unknown[]): Server {
    const [first, second] = args
    const options =
      typeof first === 'object' && first !== null ? first : { port: first, host: second }
    const { port, host, path } = options as { port?: unknown; host?: unknown; path?: unknown }
    const isOwn = path !== undefined || (loopback.test(String(host)) && Number(port ?? 0) === 0)
    const isKnown = isOwn || allowed.has(Number(port))
    if (!isKnown) throw new Error(`a test tried to listen on ${String(host)}:${String(port)}`)
    return Reflect.apply(listen, this, args) as Server
  }
}
