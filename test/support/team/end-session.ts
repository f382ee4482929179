/** A session that ended on a machine, with its digest, as if hooks and the digest job had made it. */
import type { Digest } from '../../../src/contract/digest.ts'
import type { LocalStore, Store } from '../../../src/core/ports/store.ts'

interface EndedSession {
  readonly projectId: string
  readonly at: string
  /** What came of it. */
  readonly said: string
  readonly more?: Partial<Digest> | undefined
}

/** @returns the id of the session */
export async function endSession(
  store: Pick<Store, 'transaction' | 'ids'> & Pick<LocalStore, 'digests'>,
  { projectId, at, said, more }: EndedSession,
): Promise<string> {
  const id = store.ids.next()
  await store.transaction(async ({ capture }) => {
    await capture.insertSession({
      ...{ id, host: 'claude-code', hostSessionId: id, projectId, startedAt: at },
      ...{ cwd: '/w/app', branch: 'main', transcriptPath: undefined, model: undefined },
    })
    const end = { status: 'completed', endedAt: at, endReason: 'exit', lastEventAt: at } as const
    await capture.updateSession(id, end)
  })
  await putDigest(store, id, said, more)
  return id
}

export async function putDigest(
  { transaction }: Pick<Store, 'transaction'>,
  sessionId: string,
  said: string,
  more: Partial<Digest> = {},
): Promise<void> {
  const digest: Digest = {
    ...{ type: 'session', outcome: 'ok', toolEvents: 0, filesRead: [], filesChanged: [] },
    ...{ tests: [], commands: [], decided: [], learned: [], shipped: [], open: [] },
    steps: [{ turn: 1, signs: [], request: 'Fix it.', result: said, cites: ['t1'] }],
    ...more,
  }
  await transaction(({ digests }) => digests.put({ id: sessionId, sessionId, digest, turnIds: [] }))
}
