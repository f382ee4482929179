/** What a build of a repository's wiki would find, for `wiki diff` and `wiki status`. Changes nothing. */
import type { OutputOf } from '../../../contract/operations/index.ts'
import type { PageProblem } from '../sync/read-pages.ts'
import { type ExamineRepositoryParts, examineRepository } from './examine-repository.ts'
import { copiesByAnchor } from './page-statements.ts'

export interface RepositoryPreview {
  readonly edits: OutputOf<'diffWiki'>['edits']
  /** Statements of memories that the pages lack, or have in other words. */
  readonly waiting: number
  readonly problems: readonly PageProblem[]
}

export async function previewRepository(parts: ExamineRepositoryParts): Promise<RepositoryPreview> {
  const examined = await examineRepository(parts)
  if (typeof examined === 'string') {
    const what = `${parts.folder.location} ${examined}`
    return { edits: [], waiting: 0, problems: [{ path: 'index.md', what }] }
  }
  const { findings, leaving, read, held } = examined
  const news = findings.found.filter(({ isKnown }) => !isKnown)
  const removed = [...findings.removed].filter((anchor) => !held.has(anchor))
  const copies = copiesByAnchor(read.pages, parts.sha256)
  return {
    edits: [
      ...news.map(({ copy: { page, anchor, text } }) => {
        return { what: 'create' as const, path: page, anchor, after: text }
      }),
      ...findings.changed.map(({ copy: { page, anchor, text }, own }) => {
        return { what: 'revise' as const, path: page, anchor, before: own.content, after: text }
      }),
      ...removed.map((anchor) => {
        const before = leaving.memories.get(anchor)?.content
        return { what: 'forget' as const, path: 'index.md', anchor, before }
      }),
    ],
    waiting: findings.shown.filter(
      ({ anchor, written }) => !copies.get(anchor)?.some((copy) => copy.written === written),
    ).length,
    problems: [...read.problems, ...leaving.leftOut, ...findings.problems],
  }
}
