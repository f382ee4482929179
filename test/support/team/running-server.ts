/** The server as a process would run it, on loopback and a real PostgreSQL. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openOrganisations } from '../../../src/adapters/postgres/people/organisations.ts'
import { type RunningServer, runServer } from '../../../src/entry/server/run-server.ts'
import { useTestDatabase } from '../postgres.ts'

export interface TestServer {
  readonly url: string
  readonly databaseUrl: string
  readonly logged: string[]
}

/** For a `describe`. */
export function useRunningServer(variables: Record<string, string> = {}): TestServer {
  const databaseUrl = useTestDatabase()
  const logged: string[] = []
  const note = (message: string) => void logged.push(message)
  const log = { info: note, warn: note, error: note }
  let server: RunningServer | undefined
  beforeAll(async () => {
    const variable = (name: string) => variables[name]
    const address = { host: '127.0.0.1', port: 0, proxies: 0, variable }
    server = await runServer({ databaseUrl: databaseUrl(), ...address, log })
  })
  // Each test creates its own, all with the same name.
  afterEach(async () => {
    const organisations = openOrganisations(databaseUrl())
    for (const { id } of await organisations.list()) await organisations.remove(id)
  })
  afterAll(() => server?.stop())
  return {
    get url() {
      return server?.url.origin ?? ''
    },
    get databaseUrl() {
      return databaseUrl()
    },
    logged,
  }
}
