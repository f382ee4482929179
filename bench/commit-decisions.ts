/**
 * What the last year of a repository becomes as candidates, newest first, for a person to judge: each
 * as review shows it. The year ends with the last commit. Every dozen is kept, so that older ones follow.
 */
import { createCommitReader } from '../src/adapters/git/commit-reader.ts'
import { findChangesSince } from '../src/adapters/git/file-changes.ts'
import { createRepositoryReader } from '../src/adapters/git/repository.ts'
import { sha256 } from '../src/adapters/ids.ts'
import { createRedactor } from '../src/adapters/redaction/redactor.ts'
import { offerDecisions } from '../src/core/commits/offer-decisions.ts'
import { readCommits } from '../src/core/commits/read-commits.ts'
import { openMemoryStore } from '../test/support/core/memory-store.ts'
import type { BenchOptions } from './options.ts'

export async function run({
  repository: root,
  json,
}: BenchOptions & { readonly repository: string }): Promise<void> {
  const repositories = createRepositoryReader()
  const reader = createCommitReader()
  const { commonDir = '', commit: head = '' } = (await repositories.read(root)) ?? {}
  const last = await reader.read(commonDir, head)
  if (!last) throw new Error(`${root} has no history`)
  const clock = { now: () => last.committedAt }
  const store = await openMemoryStore(clock)
  try {
    const project = await store.projects.insert({ identity: 'bench', name: 'bench', root })
    const place = { id: project.id, root }
    const ports = {
      ...{ ...store, clock, redactor: createRedactor(), hash: sha256 },
      ...{ repositories, reader, findChangesSince },
    }
    const found: { hash: string; at: string; content: string }[] = []
    const reasons = await readCommits(place, ports)
    while ((await offerDecisions(place, ports)) > 0) {
      const addresses = [{ scope: 'project', scopeId: project.id }] as const
      const filter = { addresses, source: 'commit', standing: 'candidate' } as const
      const { memories } = await store.memories.list(filter, { limit: 100, offset: 0 })
      for (const { id, content, validFrom: at } of memories) {
        const [source] = await store.memories.sources(id)
        found.push({ hash: source?.ref ?? '', at, content })
        const kept = { standing: 'memory', confirmation: 'reviewed' } as const
        await store.memories.update(id, kept, clock.now().toISOString())
      }
    }
    const lines = found.map(
      ({ hash, at, content }) => `${hash.slice(0, 8)}  ${at.slice(0, 10)}  ${content}\n`,
    )
    const result = { reasons, candidates: found }
    process.stdout.write(
      json
        ? `${JSON.stringify(result, null, 2)}\n`
        : `${lines.join('')}${reasons} commits give a reason, ${found.length} decide something\n`,
    )
  } finally {
    store.close()
  }
}
