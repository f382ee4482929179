/**
 * Recall straight on the database, where nothing but reading is to be done. The schemas, the
 * redaction rules and the log are most of what `openLocal` loads; this loads none of them, and
 * leaves to it whatever it cannot do without.
 */

import { createProjectMarkers } from '../adapters/filesystem/project-marker.ts'
import { realPath } from '../adapters/filesystem/real-path.ts'
import { namesIn, spoolName } from '../adapters/filesystem/spool-scan.ts'
import { createRepositoryReader } from '../adapters/git/repository.ts'
import { sha256 } from '../adapters/ids.ts'
import { Database } from '../adapters/sqlite/connection/database.ts'
import { isCurrent } from '../adapters/sqlite/connection/migrate.ts'
import { isIndexBehind } from '../adapters/sqlite/history/change-feed.ts'
import { createProjectStore } from '../adapters/sqlite/history/project-store.ts'
import { createSearchIndex } from '../adapters/sqlite/search/search-index.ts'
import type { InputOf, OutputOf } from '../contract/operations/index.ts'
import { pickProject } from '../core/project/pick-project.ts'
import { resolveProject } from '../core/project/resolve.ts'
import { storedLocation } from '../core/project/stored-location.ts'
import { createRecall } from '../core/recall/create-recall.ts'
import { ensureHome } from '../home/ensure-home.ts'
import { projectSurroundings, systemClock, toFolderProject } from './surroundings.ts'

export interface ReadOnlyOptions {
  readonly root: string
  readonly userHome: string
  /** What the user named by THROUGHLINE_PROJECT. */
  readonly projectName: string | undefined
}

/**
 * Only for a home that is plain (`plain-home.ts`).
 * @returns undefined when there is more to do than to read
 * @throws whatever goes wrong, be it in the question or in the database: `openLocal` knows what then
 */
export async function recallReadOnly(
  input: InputOf<'recall'>,
  { root, userHome, projectName }: ReadOnlyOptions,
): Promise<OutputOf<'recall'> | undefined> {
  const paths = ensureHome(root)
  if ((await namesIn(paths.spool, spoolName)).length > 0) return undefined
  const database = new Database(paths.database, { patienceMs: 0, mustExist: true })
  try {
    if (!isCurrent(database) || isIndexBehind(database)) return undefined
    return await recallFrom(database, userHome, projectName)(input)
  } finally {
    database.close()
  }
}

function recallFrom(database: Database, userHome: string, override: string | undefined) {
  const ports = {
    repositories: createRepositoryReader(),
    markers: createProjectMarkers(),
    hash: sha256,
    realPath,
    clock: systemClock,
    ids: { next: needsMore },
  }
  const rules = {
    ...projectSurroundings(userHome),
    override,
    useMarkers: true,
    markerWrites: 'refresh' as const,
  }
  const projects = createProjectStore(database, ports)
  return createRecall({
    catchUp: async () => undefined,
    search: createSearchIndex(database),
    projects,
    scopes: {
      redactor: { redact: needsMore, redactMember: needsMore },
      findProject: async (reference) => pickProject(await projects.list(), reference),
      findSession: needsMore,
      async projectOf(folder = '') {
        const identity = await resolveProject(folder, rules, ports)
        return toFolderProject(await storedLocation(identity, projects))
      },
    },
    clock: systemClock,
  })
}

/** To redact an agent's name, to look up a session, to make an id: nothing of that is loaded here. */
function needsMore(): never {
  throw new Error('this takes more than reading')
}
