/** Every wiki: whether it is up to date, and what waits for a person. Changes nothing. */
import type { OutputOf } from '../../contract/operations/index.ts'
import { isSameAddress } from '../model/memory.ts'
import type { WikiState } from '../ports/wiki.ts'
import { describeOpen, describeWiki } from './describe-wiki.ts'
import { previewRepository } from './repository/examine-repository.ts'
import { readChangesSince } from './sync/follow-wiki-memories.ts'
import { logPath, type PageProblem, readPages } from './sync/read-pages.ts'
import { repositoryParts, wikiParts } from './sync-one-wiki.ts'
import { resolveTimeZone } from './time-zone.ts'
import { listWikis, type Wiki } from './which-wiki.ts'
import type { WikiOperationPorts } from './wiki-ports.ts'

type Status = OutputOf<'wikiStatus'>

export async function wikiStatus(ports: WikiOperationPorts): Promise<Status> {
  const { enabled, timeZone } = ports.settings()
  const zone = resolveTimeZone(timeZone)
  const wikis: Status['wikis'] = []
  for (const wiki of await listWikis(ports)) {
    const described = await statusOf(wiki, ports)
    if (described) wikis.push(described)
  }
  return {
    isEnabled: enabled,
    timeZone: zone.name,
    wikis,
    movedAside: await ports.states.movedAside(),
    warnings: zone.warning === undefined ? [] : [zone.warning],
  }
}

/** @returns undefined for a project that has no memories and no pages */
async function statusOf(
  wiki: Wiki,
  ports: WikiOperationPorts,
): Promise<Status['wikis'][number] | undefined> {
  if (wiki.repository !== undefined) return statusInRepository(wiki, wiki.repository, ports)
  const parts = wikiParts(wiki, ports)
  const stored = await ports.states.read(wiki.id)
  const { state } = stored
  const waiting = await countWaiting(wiki, state, ports)
  if (!state && waiting === 0) return undefined
  const read = await readPages(stored, false, parts)
  const isEdited = ([path, page]: readonly [string, { readonly hash: string } | undefined]) =>
    path !== logPath && page?.hash !== read.built.get(path)?.hash
  const problems: PageProblem[] = [...read.problems]
  const pages = Object.values(state?.pages ?? {})
  return {
    ...describeWiki(wiki, ports),
    ...(state && { builtAt: state.builtAt }),
    pages: pages.length,
    statements: pages.reduce((sum, { blocks }) => sum + Object.keys(blocks).length, 0),
    waiting,
    edited: [...read.touched].filter(isEdited).map(([path]) => path),
    ...(await describeOpen(wiki, { state: state ?? noState, problems }, ports)),
  }
}

async function statusInRepository(
  wiki: Wiki,
  repository: string,
  ports: WikiOperationPorts,
): Promise<Status['wikis'][number]> {
  const state = await ports.repositoryStates.read(wiki.id)
  const { edits, waiting, problems } = await previewRepository(
    repositoryParts(wiki, repository, ports),
  )
  return {
    ...describeWiki(wiki, ports),
    ...(state && { builtAt: state.builtAt }),
    pages: state?.pages ?? 0,
    statements: Object.keys(state?.statements ?? {}).length,
    waiting,
    edited: [...new Set(edits.map(({ path }) => path))],
    ...(await describeOpen(
      wiki,
      { state: { ...noState, held: state?.held ?? {} }, problems },
      ports,
    )),
  }
}

const noState: WikiState = { folder: '', cursor: '', builtAt: '', pages: {}, held: {} }

async function countWaiting(
  { address }: Wiki,
  state: WikiState | undefined,
  { memories, changes }: WikiOperationPorts,
): Promise<number> {
  if (!state) {
    const filter = { addresses: [address], standing: 'memory' as const }
    return (await memories.list(filter, { limit: 1, offset: 0 })).total
  }
  const { ids } = await readChangesSince(state.cursor, { changes })
  const found = await memories.findMany([...ids])
  const known = new Set(Object.values(state.pages).flatMap(({ blocks }) => Object.keys(blocks)))
  const isOurs = (id: string) => known.has(id.slice(-10))
  const present = found.filter((memory) => {
    return isSameAddress(memory, address) && (memory.standing === 'memory' || isOurs(memory.id))
  })
  const existing = new Set(found.map(({ id }) => id))
  return present.length + [...ids].filter((id) => !existing.has(id) && isOurs(id)).length
}
