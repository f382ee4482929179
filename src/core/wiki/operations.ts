/** The wiki operations of the contract. */
import { ThroughlineError } from '../../contract/errors.ts'
import type { InputOf, OutputOf } from '../../contract/operations/index.ts'
import type { WikiHandlers } from '../../contract/operations/wiki.ts'
import { mostPageBytes } from '../../contract/vocabulary.ts'
import { describeOpen, describeWiki, listPagesOf, mapOf, wikiStatus } from './describe-wiki.ts'
import { fixWiki, lintWiki } from './lint/lint-wiki.ts'
import { findCitations, keepAnswer, writeAnswer } from './query/query-wiki.ts'
import { previewRepository } from './repository/examine-repository.ts'
import { showPage } from './show-page.ts'
import { previewWiki } from './sync/sync-wiki.ts'
import { repositoryParts, syncNow, syncOneWiki, wikiParts } from './sync-one-wiki.ts'
import { findWiki, listWikis, type WhichWiki, type Wiki } from './which-wiki.ts'
import type { WikiOperationPorts } from './wiki-ports.ts'

export function createWikiOperations(ports: WikiOperationPorts): WikiHandlers {
  const open = async (which: WhichWiki) => {
    requireEnabled(ports)
    return findWiki(which, ports)
  }
  return {
    async getWiki(which) {
      const wiki = await open(which)
      const result = await syncOneWiki(wiki, ports)
      return {
        ...describeWiki(wiki, ports),
        builtAt: result.state.builtAt,
        pages: listPagesOf(result.pages),
        map: mapOf(result.pages),
        ...(await describeOpen(wiki, result, ports)),
      }
    },
    async getWikiPage({ path, ...which }) {
      const wiki = await open(which)
      const result = await syncOneWiki(wiki, ports)
      const page = await showPage(path, wiki, result.pages, ports)
      if (page) return page
      throw new ThroughlineError('not-found', `the wiki has no page "${path}"`, {
        hint: 'throughline wiki status shows where it is',
      })
    },
    async saveWikiPage({ path, text, basedOn, ...which }) {
      const wiki = await open(which)
      if (new TextEncoder().encode(text).length > mostPageBytes) throw tooLarge(path)
      return ports.alone(async () => {
        const parts = wikiParts(wiki, ports)
        const present = await parts.folder.read(path)
        const known = present.kind === 'text' ? present.text : undefined
        const isCurrent = known === undefined ? basedOn === '' : parts.hash(known) === basedOn
        if (!isCurrent || present.kind === 'unreadable') throw changedMeanwhile(path)
        const isSaved =
          text === ''
            ? known === undefined || (await parts.folder.remove(path, known))
            : text === known || (await parts.folder.write(path, text, known)) !== undefined
        if (!isSaved) throw changedMeanwhile(path)
        const { changes, pages } = await syncNow(wiki, ports)
        return { changes: [...changes], page: await showPage(path, wiki, pages, ports) }
      })
    },
    wikiStatus: () => wikiStatus(ports),
    async placeWiki(given) {
      requireEnabled(ports)
      return placeWiki(given, ports)
    },
    async buildWiki({ all, whole, held, ...which }) {
      requireEnabled(ports)
      const wikis = all ? await listWikis(ports) : [await findWiki(which, ports)]
      const built = []
      for (const wiki of wikis) {
        const result = await syncOneWiki(wiki, ports, { whole, held })
        const { changes, written, removed } = result
        built.push({
          ...describeWiki(wiki, ports),
          ...{ changes: [...changes], written: [...written], removed: [...removed] },
          ...(await describeOpen(wiki, result, ports)),
        })
      }
      return { wikis: built }
    },
    async diffWiki(which) {
      const wiki = await open(which)
      if (wiki.repository !== undefined) {
        const { edits } = await previewRepository(repositoryParts(wiki, wiki.repository, ports))
        return { ...describeWiki(wiki, ports), edits, pages: [] }
      }
      const { edits, pages } = await ports.alone(() => previewWiki(wikiParts(wiki, ports)))
      return { ...describeWiki(wiki, ports), edits: [...edits], pages: [...pages] }
    },
    async lintWiki({ fix, ...which }) {
      const wiki = await open(which)
      const projectId = wiki.address.scope === 'project' ? wiki.id : undefined
      const parts = { ...wikiParts(wiki, ports), readReview: () => ports.readReview(projectId) }
      return ports.alone(async () => {
        await syncNow(wiki, ports)
        const fixed = fix ? await fixWiki(parts) : 0
        if (fixed > 0) await syncNow(wiki, ports)
        return { ...describeWiki(wiki, ports), fixed, findings: await lintWiki(parts) }
      })
    },
    async queryWiki({ question, keep, ...which }) {
      const wiki = await open(which)
      const { pages } = await syncOneWiki(wiki, ports)
      const citations = await findCitations(question, wiki, pages, ports)
      const isKept = keep && citations.length > 0
      if (isKept && wiki.repository !== undefined) throw keptNowhere()
      const written = await writeAnswer(question, citations, pages, ports)
      const answer = { ...describeWiki(wiki, ports), citations, ...written }
      if (!isKept) return answer
      const keptAs = await keepAnswer(question, answer, wiki, ports)
      await syncOneWiki(wiki, ports)
      return { ...answer, keptAs }
    },
  }
}

function requireEnabled({ settings }: WikiOperationPorts): void {
  if (settings().enabled) return
  throw new ThroughlineError('conflict', 'the wiki is switched off', {
    hint: 'throughline wiki enable',
  })
}

function keptNowhere(): ThroughlineError {
  return new ThroughlineError('conflict', 'answers are not kept in a repository', {
    hint: 'leave out --keep',
  })
}

function tooLarge(path: string): ThroughlineError {
  return new ThroughlineError('invalid-input', `the page "${path}" is larger than 1 MB`, {
    hint: 'move a part of it to another page',
  })
}

function changedMeanwhile(path: string): ThroughlineError {
  return new ThroughlineError('conflict', `the page "${path}" has changed since`, {
    hint: 'open it again and repeat your edit; nothing was saved',
  })
}

/** Moves a project's wiki into its repository, or back. Only the home keeps the choice. */
async function placeWiki(
  { place, project, folder }: InputOf<'placeWiki'>,
  ports: WikiOperationPorts,
): Promise<OutputOf<'placeWiki'>> {
  if (project === undefined) await ports.projectOf(folder, { register: true })
  const wiki = await findWiki({ project, folder, global: false }, ports)
  const former = describeWiki(wiki, ports).location
  const repository = place === 'home' ? undefined : await findRoot(wiki, project, folder, ports)
  const { isIgnored } = repository ? await prepare(wiki, repository, ports) : { isIgnored: false }
  await ports.choices.choose(wiki.id, repository)
  return { ...describeWiki({ ...wiki, repository }, ports), former, isIgnored }
}

/** Edits in the home become memories first. */
async function prepare(wiki: Wiki, repository: string, ports: WikiOperationPorts) {
  const folder = ports.openRepositoryWiki(repository)
  const fault = await folder.fault()
  if (fault !== undefined) {
    throw new ThroughlineError('conflict', `${folder.location} ${fault}`, {
      hint: 'the wiki stays in the home; replace it with a plain folder',
    })
  }
  if (wiki.repository !== repository) {
    if (wiki.repository === undefined) await syncOneWiki(wiki, ports)
    await ports.repositoryStates.remove(wiki.id)
  }
  return { isIgnored: await folder.isIgnored() }
}

async function findRoot(
  { id }: Wiki,
  project: string | undefined,
  folder: string | undefined,
  ports: WikiOperationPorts,
): Promise<string> {
  const known = (await ports.projects.list()).find((each) => each.id === id)?.root
  const from = project === undefined ? folder : known
  const root = from === undefined ? undefined : await ports.findWorkTree(from)
  if (root !== undefined) return root
  throw new ThroughlineError('invalid-input', 'the project is in no repository', {
    hint: 'run it in a clone; without git, the wiki stays in the home',
  })
}
