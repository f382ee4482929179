/** A team server as a process of its own, on the port and database given; prints where it listens. */
import { runServer } from '../../src/entry/server/run-server.ts'

const [databaseUrl = '', port = '0'] = process.argv.slice(2)
const log = { info() {}, warn() {}, error: (text: string) => process.stderr.write(`${text}\n`) }
const server = await runServer({
  ...{ databaseUrl, host: '127.0.0.1', port: Number(port), proxies: 0, log },
})
process.stdout.write(`${server.url.origin}\n`)
process.once('SIGTERM', () => void server.stop())
