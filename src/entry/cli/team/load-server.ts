/** Loads what only the server needs. `pg` is installed by those who run one. */
import { ThroughlineError } from '../../../contract/errors.ts'
import type { CliContext } from '../context.ts'

export async function loadServer() {
  try {
    return await import('../../server/run-server.ts')
  } catch (error) {
    throw explainMissing(error)
  }
}

export async function loadTeamBackend() {
  try {
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
