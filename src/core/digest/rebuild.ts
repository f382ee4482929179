/** Rebuilds all digests from history. */
import { yieldToEventLoop } from '../jobs/yield-to-event-loop.ts'
import { type DigestPorts, keepSessionDigest } from './keep-digests.ts'

const sessionsAtOnce = 50

/** @returns the number of sessions */
export async function rebuildDigests(
  ports: DigestPorts,
  onProgress: (sessions: number) => void,
): Promise<number> {
  await ports.digests.clear()
  let done = 0
  let after = ''
  for (;;) {
    const sessions = await ports.history.sessionIds(after, sessionsAtOnce)
    if (sessions.length === 0) return done
    for (const id of sessions) {
      await keepSessionDigest(id, ports)
      await yieldToEventLoop()
      done += 1
      onProgress(done)
    }
    after = sessions.at(-1) ?? after
  }
}
