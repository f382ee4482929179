import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { listenForChanges } from './listen.ts'

test('stops while a database that does not answer is asked for a connection', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const listening = listenForChanges(`postgres://throughline@127.0.0.1:${port}/team`, {
    onChange: () => undefined,
    onError: () => undefined,
  })
  const [socket] = await once(silent, 'connection')
  onTestFinished(() => void socket.destroy())
  await expect(listening.stop()).resolves.toBeUndefined()
})
