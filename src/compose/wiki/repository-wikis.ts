/** The wikis that are kept in repositories, for the health checks. Reads no page. */
import {
  openRepositoryWiki,
  openRepositoryWikiChoices,
  openRepositoryWikiStates,
} from '../../adapters/wiki-folder/repository-wiki-folder.ts'
import { mostPageBytes } from '../../contract/vocabulary.ts'
import type { RepositoryWikiHealth } from '../../core/health/health-check.ts'
import type { HomePaths } from '../../home/paths.ts'

export async function readRepositoryWikis(
  paths: HomePaths,
): ReturnType<RepositoryWikiHealth['repositoryWikis']> {
  const states = openRepositoryWikiStates(paths.wikiStates)
  const chosen = Object.entries(await openRepositoryWikiChoices(paths.wikiStates).list())
  return Promise.all(
    chosen.map(async ([projectId, root]) => {
      const folder = openRepositoryWiki(root)
      const { location } = folder
      const fault = await folder.fault()
      if (fault !== undefined) return { location, problems: [fault] }
      const large = (await folder.list()).filter(({ bytes }) => bytes > mostPageBytes)
      const now = [
        ...(await folder.odd()).map((path) => ({ path, what: 'not a regular file, so not read' })),
        ...large.map(({ path }) => ({ path, what: 'larger than 1 MB, so not read' })),
      ]
      const known = new Set(now.map(({ path }) => path))
      const built = ((await states.read(projectId))?.problems ?? []).filter(
        ({ path }) => !known.has(path),
      )
      const problems = [...now, ...built].map(({ path, what }) => `${path}: ${what}`)
      return { location, problems }
    }),
  )
}
