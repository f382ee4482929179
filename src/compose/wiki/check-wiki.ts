/** Checks the wiki of a repository for secrets, with nothing but its files: also where no home is. */
import { createRepositoryReader } from '../../adapters/git/repository.ts'
import { readStagedFiles } from '../../adapters/git/staged-files.ts'
import { createRedactor } from '../../adapters/redaction/redactor.ts'
import { openRepositoryWiki } from '../../adapters/wiki-folder/repository-wiki-folder.ts'
import { mostPageBytes } from '../../contract/vocabulary.ts'
import { checkPages, type PageSecret } from '../../core/wiki/repository/read-repository-pages.ts'

/**
 * @param indexFile the index that git names to its hooks, if not the usual one
 * @returns undefined outside a repository
 */
export async function checkRepositoryWiki(
  folder: string,
  indexFile: string | undefined,
): Promise<PageSecret[] | undefined> {
  const repository = await createRepositoryReader().read(folder)
  if (!repository) return undefined
  const staged = await readStagedFiles(repository.root, '.throughline/wiki/', indexFile)
  const pages = staged?.map(({ path, content }) => {
    const isLarge = content !== undefined && content.length > mostPageBytes
    return { path, text: isLarge ? undefined : content?.toString('utf8') }
  })
  return checkPages(openRepositoryWiki(repository.root), pages, createRedactor())
}
