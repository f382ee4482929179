/** Shared by the operator's commands: options, and the database without a running server. */

import { z } from 'zod'
import type { TeamBackend } from '../../../compose/team/team-server.ts'
import { ThroughlineError } from '../../../contract/errors.ts'
import { parseInput } from '../../../contract/parse-input.ts'
import type { Organisation } from '../../../core/ports/team/people-store.ts'
import { parseServerAddress } from '../../../core/team/login/wait-for-approval.ts'
import { findOrganisation } from '../../../core/team/people/operator.ts'
import { option, type Texts } from '../command.ts'
import type { CliContext } from '../context.ts'

export const organisationOption = option(
  '--organisation <name>',
  'Its name, or part of its id; not needed if there is only one',
)

export async function withBackend<T>(
  context: CliContext,
  work: (backend: TeamBackend) => Promise<T>,
): Promise<T> {
  const { openServerLog, openTeamBackend } = await loadTeamBackend()
  const url = databaseUrl(context)
  const backend = await openTeamBackend(url, openServerLog(context.writeError))
  try {
    return await work(backend)
  } finally {
    await backend.close()
  }
}

/** @param given as `organisationOption` takes it */
export async function withOrganisation<T>(
  context: CliContext,
  given: string | undefined,
  work: (backend: TeamBackend, organisation: Organisation) => Promise<T>,
): Promise<T> {
  return withBackend(context, async (backend) =>
    work(backend, await findOrganisation(backend.organisations, given)),
  )
}

/** Loads code that only the server needs. Operators install `pg` themselves. */
export async function loadServer() {
  try {
    return await import('../../server/run-server.ts')
  } catch (error) {
    throw explainMissing(error)
  }
}

export async function loadTeamBackend() {
  try {
    // Other modules load `pg` lazily, so they would fail late.
    await import('pg')
    return await import('../../../compose/team/team-server.ts')
  } catch (error) {
    throw explainMissing(error)
  }
}

/** @throws `invalid-config` */
export function databaseUrl({ env }: CliContext): string {
  const url = env.DATABASE_URL
  if (url) return url
  throw new ThroughlineError('invalid-config', 'DATABASE_URL is not set', {
    hint: 'DATABASE_URL=postgres://USER:PASSWORD@HOST/DATABASE throughline server; to look around first: throughline server try',
  })
}

export function explainMissing(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) {
    return error
  }
  const [, name] = /Cannot find package '([^']+)'/.exec(error.message) ?? []
  if (!name) return error
  return new ThroughlineError(
    'invalid-config',
    `the team server needs the package ${name}, which is not installed`,
    { hint: `npm install --global ${name}, or npm install ${name} in the project`, cause: error },
  )
}

/** The options of the server, checked: a server that others reach needs TLS and a name. */
export const defaultPort = 4750

export type ServerCommandOptions = Texts<'host' | 'port' | 'publicUrl' | 'proxies'>

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
