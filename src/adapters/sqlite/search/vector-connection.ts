/** A read-only connection with the native vector extension, opened on the first query. */
import { DatabaseSync } from 'node:sqlite'
import { ThroughlineError } from '../../../contract/errors.ts'
import { translating } from '../connection/errors.ts'
import {
  type BoundValues,
  prepareStatement,
  type Row,
  type Statement,
} from '../connection/statement.ts'

export interface VectorConnection {
  all(sql: string, ...values: BoundValues): Row[]
  close(): void
}

const statementWaitMs = 1_000

/** @throws ThroughlineError `model-misconfigured` if the extension cannot be loaded */
export async function openVectorConnection(file: string): Promise<VectorConnection> {
  const extension = await findExtension()
  const connection = translating(
    () =>
      new DatabaseSync(file, { readOnly: true, allowExtension: true, timeout: statementWaitMs }),
  )
  try {
    connection.loadExtension(extension)
    connection.enableLoadExtension(false)
  } catch (cause) {
    connection.close()
    throw notLoaded(cause)
  }
  const statements = new Map<string, Statement>()
  return {
    all(sql, ...values) {
      return translating(() => {
        const statement = statements.get(sql) ?? prepareStatement(connection, sql)
        statements.set(sql, statement)
        return statement.all(values)
      })
    },
    close: () => {
      if (connection.isOpen) connection.close()
    },
  }
}

async function findExtension(): Promise<string> {
  try {
    const { getLoadablePath } = await import('sqlite-vec')
    return getLoadablePath()
  } catch (cause) {
    throw notLoaded(cause)
  }
}

function notLoaded(cause: unknown): ThroughlineError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ThroughlineError(
    'model-misconfigured',
    `the vector extension sqlite-vec cannot be loaded: ${reason}`,
    {
      hint: 'install throughline again with its optional dependencies, or run `throughline embeddings off`; recall works without',
      cause,
    },
  )
}
