/**
 * Ports on a connection that SQLite keeps from writing. A method that it refuses runs in a
 * transaction of its own, and so do all later calls: no list of writes can miss one.
 */
import { isReadOnly } from './errors.ts'

type Method = (...values: unknown[]) => Promise<unknown>

/** @param write calls a method of a topic in a transaction */
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
