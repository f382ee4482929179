import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'

/** For a `describe`: a connection as the owner of the database, who sees everything. */
export function useTestConnection(url: () => string): () => pg.Client {
  let client: pg.Client
  beforeAll(async () => {
    client = new pg.Client(url())
    await client.connect()
  })
  afterAll(() => client?.end())
  return () => client
}
