/**
 * The team server's store for the recall benchmark: documents become memories of one organisation
 * each, pushed and found as a server does it, in a PostgreSQL of the run.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findEmbeddedBinaries, startCluster } from '../src/adapters/postgres/embedded/cluster.ts'
import { openTeamBackend } from '../src/compose/team/team-server.ts'
import { syncLimits } from '../src/contract/team/sync.ts'
import { documentText, type SearchDocument } from '../src/core/model/search-document.ts'
import { type RecallRequest, recall } from '../src/core/recall/recall.ts'
import { acceptLink } from '../src/core/team/people/accept-link.ts'
import { setUpOrganisation } from '../src/core/team/people/operator.ts'
import { authenticate } from '../src/core/team/people/tokens.ts'

export interface TeamStore {
  /** @returns finds the ids of these documents, best first */
  fill(
    documents: readonly SearchDocument[],
  ): Promise<(request: RecallRequest, askedAt: string) => Promise<string[]>>
  close(): Promise<void>
}

const log = { info() {}, warn() {}, error() {} }

export async function openTeamStore(): Promise<TeamStore> {
  const binaries = findEmbeddedBinaries()
  if (!binaries) throw new Error(`there is no PostgreSQL for ${process.platform}-${process.arch}`)
  const folder = mkdtempSync(join(tmpdir(), 'tl-recall-'))
  const cluster = await startCluster({ binaries, folder, durable: false })
  const backend = await openTeamBackend(cluster.url('postgres'), log)
  const { people, sync, memories } = backend
  return {
    async fill(documents) {
      const owner = { email: 'owner@example.com', name: 'Owner' }
      const { id: organisation, link } = await setUpOrganisation(people, randomUUID(), owner)
      const use = { code: link.code, kind: 'machine', device: 'bench' } as const
      const actor = await authenticate(people, await acceptLink(people, use))
      if (!actor) throw new Error('a fresh token does not work')
      const request = { type: 'team', identity: 'github.com/acme/app', name: 'app' } as const
      const { id: project } = await sync.share(actor, { ...request, aliases: [] })
      const known = new Map(documents.map((document) => [randomUUID() as string, document]))
      const operations = [...known].map(([id, document]) => put(project, id, document))
      for (let at = 0; at < operations.length; at += syncLimits.operationsPerPush) {
        const portion = operations.slice(at, at + syncLimits.operationsPerPush)
        await sync.push(actor, { operations: portion })
      }
      return (asked, askedAt) =>
        memories.read(organisation, actor.person.id, async (reader) => {
          const index = reader.search({ personal: false })
          const scopes = [{ scope: 'project', scopeId: project }] as const
          const filter = { ...asked.filter, scopes }
          const clock = { now: () => new Date(askedAt) }
          const { hits } = await recall({ ...asked, filter }, { index, clock })
          return hits.map(({ id }) => known.get(id)?.id ?? '')
        })
    },
    async close() {
      await backend.close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function put(project: string, id: string, document: SearchDocument) {
  const { at } = document
  return {
    ...{ type: 'put', key: randomUUID(), id, project, base: 0 },
    text: {
      ...{ kind: 'fact', content: documentText(document), tags: [], keywords: [], files: [] },
      ...{ importance: 0.5, trust: 'user', validFrom: at, createdAt: at, updatedAt: at },
    },
  }
}
