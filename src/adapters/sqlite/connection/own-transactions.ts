/**
 * Wraps the ports of a read-only connection. If SQLite refuses a method's write, that call and all
 * later ones of the method run in a transaction. That needs no list of writing methods.
 */
import { isReadOnly } from './errors.ts'

type Method = (...values: unknown[]) => Promise<unknown>

/** @param write calls a topic's method in a transaction */
export function withOwnTransactions<Topics extends object>(
  topics: Topics,
  write: (topic: string, method: string, values: unknown[]) => Promise<unknown>,
): Topics {
  const wrapped = Object.entries(topics).map(([topic, methods]) => {
    const own = Object.entries<Method>(methods).map(([name, read]) => [
      name,
      tryReading(read, (...values) => write(topic, name, values)),
    ])
    return [topic, Object.fromEntries(own)]
  })
  return Object.fromEntries(wrapped)
}

function tryReading(read: Method, write: Method): Method {
  let isWrite = false
  return async (...values) => {
    try {
      if (!isWrite) return await read(...values)
    } catch (error) {
      if (!isReadOnly(error)) throw error
      isWrite = true
    }
    return write(...values)
  }
}
