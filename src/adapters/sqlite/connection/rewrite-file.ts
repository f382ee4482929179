/** Writes the database file anew, on a thread of its own: the event loop of a daemon goes on. */
import { Worker } from 'node:worker_threads'
import { ThroughlineError } from '../../../contract/errors.ts'

/** Evaluated as text, so that it needs no file of its own in the package. */
const program = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
try {
  const database = new DatabaseSync(workerData, { timeout: 10000 })
  database.exec('VACUUM')
  database.close()
  parentPort.postMessage('')
} catch (error) {
  parentPort.postMessage(error.message)
}`

/** @throws ThroughlineError `database-unwritable` with the reason, such as a full disk */
export async function rewriteFile(file: string): Promise<void> {
  const worker = new Worker(program, { eval: true, workerData: file })
  const reason = await new Promise<string>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  if (reason === '') return
  throw new ThroughlineError('database-unwritable', `the file could not be rewritten: ${reason}`, {
    hint: 'all rows are deleted and overwritten; throughline prune --compact rewrites the file',
  })
}
