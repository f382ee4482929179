/** The options of the server, checked: a server that others reach needs TLS and a name. */
import { z } from 'zod'
import { ThroughlineError } from '../../../contract/errors.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import { parseServerAddress } from '../../../core/team/login/wait-for-approval.ts'

export const defaultPort = 4750

export interface ServerCommandOptions {
  readonly host?: string
  readonly port?: string
  readonly publicUrl?: string
  readonly proxies?: string
}

const numbers = z.object({
  port: z.coerce.number().int().min(0).max(65_535),
  proxies: z.coerce.number().int().min(0).max(10),
})
const loopback = /^(127\.\d+\.\d+\.\d+|localhost|::1)$/

/** @throws `invalid-input` */
export function readServerOptions(options: ServerCommandOptions) {
  const { host = '127.0.0.1', publicUrl } = options
  const { port, proxies } = parseInput(numbers, {
    port: options.port ?? defaultPort,
    proxies: options.proxies ?? 0,
  })
  if (publicUrl === undefined && !loopback.test(host)) {
    throw new ThroughlineError(
      'invalid-input',
      'others can reach this address, so it needs a public URL',
      {
        hint: '--public-url https://memory.example.com, with a proxy in front that does TLS',
      },
    )
  }
  const url = publicUrl === undefined ? undefined : new URL(parseServerAddress(publicUrl).origin)
  return { host, port, proxies, publicUrl: url }
}
