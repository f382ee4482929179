/** Checks the wiki of a repository for secrets, with nothing but the files: also where no home is. */
import { createRepositoryReader } from '../../adapters/git/repository.ts'
import { createRedactor } from '../../adapters/redaction/redactor.ts'
import { openRepositoryWiki } from '../../adapters/wiki-folder/repository-wiki-folder.ts'
import { checkPages, type PageSecret } from '../../core/wiki/repository/check-pages.ts'

/** @returns undefined outside of a repository */
export async function checkRepositoryWiki(folder: string): Promise<PageSecret[] | undefined> {
  const repository = await createRepositoryReader().read(folder)
  return repository && checkPages(openRepositoryWiki(repository.root), createRedactor())
}
