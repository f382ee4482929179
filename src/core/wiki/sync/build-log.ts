/** The lines of `log.md` about a build. */
import type { WikiFolder, WikiState, WrittenPage } from '../../ports/wiki.ts'
import { readLink, renderLink } from '../format/links.ts'
import type { PagePath } from '../model.ts'
import type { WikiChange } from './edits.ts'
import { logPath } from './read-pages.ts'

type Pages = Readonly<Record<PagePath, WrittenPage>>

interface Build {
  readonly written: readonly PagePath[]
  readonly removed: readonly PagePath[]
  readonly changes: readonly WikiChange[]
}

/** Empty if it changed nothing. Pages are named by links only, so that erasing can find them. */
export function buildLog(before: Pages, state: WikiState, build: Build): string {
  const { written, removed, changes } = build
  if (written.length + removed.length + changes.length === 0) return ''
  const isFirst = Object.keys(before).length === 0
  const pages = isFirst
    ? [`First build: ${written.length} pages`]
    : describePages(before, state.pages, build)
  const lines = [...pages, ...describeEdits(changes)]
  return [
    `## ${state.builtAt.slice(0, 16).replace('T', ' ')} UTC`,
    ...lines.map((line) => `- ${line}`),
    '',
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function describePages(before: Pages, after: Pages, { written, removed }: Build): string[] {
  const added = written.filter((path) => !before[path])
  const changed = written.filter((path) => before[path] && path !== 'index.md')
  const list = changed.map((path) => renderLink(path)).join(', ')
  return [
    ...removed.map((path) => describeRemoved(path, before, after)),
    ...added.map((path) => describeAdded(path, before, after)),
    ...(list === '' ? [] : [`Changed ${list}`]),
  ]
}

/** A page was renamed if its statements are on a new page now, and merged if they are on an old one. */
function describeRemoved(path: PagePath, before: Pages, after: Pages): string {
  const heir = mostShared(Object.keys(before[path]?.blocks ?? {}), after, path)
  if (heir === undefined) return `Removed ${renderLink(path)}`
  const verb = before[heir] ? ['Merged', 'into'] : ['Renamed', 'to']
  return `${verb[0]} ${renderLink(path)} ${verb[1]} ${renderLink(heir)}`
}

function describeAdded(path: PagePath, before: Pages, after: Pages): string {
  const origin = mostShared(Object.keys(after[path]?.blocks ?? {}), before, path)
  const isSplit = origin !== undefined && after[origin] !== undefined
  return `New ${renderLink(path)}${isSplit ? `, split from ${renderLink(origin)}` : ''}`
}

/** The page with most of these statements, if it has more than half. */
function mostShared(
  anchors: readonly string[],
  pages: Pages,
  except: PagePath,
): PagePath | undefined {
  const counts = Object.entries(pages).flatMap(([path, { blocks }]) => {
    const count = path === except ? 0 : anchors.filter((anchor) => blocks[anchor]).length
    return count * 2 > anchors.length ? [{ path, count }] : []
  })
  return counts.toSorted((a, b) => b.count - a.count)[0]?.path
}

function describeEdits(changes: readonly WikiChange[]): string[] {
  const counts = Map.groupBy(changes, ({ what }) => what)
  return [...counts].map(([what, { length }]) => `${words[what]}: ${length}`)
}

const words: Readonly<Record<WikiChange['what'], string>> = {
  created: 'Statements added on pages',
  revised: 'Statements changed on pages',
  forgotten: 'Statements removed from pages and forgotten',
  restored: 'Statements put back',
  conflict: 'Open conflicts',
  held: 'Removed statements waiting for confirmation',
  refused: 'Edits that could not become memories',
  'to-review': 'Statements waiting for review',
}

/** Removes the names of deleted pages from `log.md`: they may be words that were erased for good. */
export async function cleanLog(folder: WikiFolder, pages: ReadonlySet<PagePath>): Promise<void> {
  const log = await folder.read(logPath)
  if (log.kind !== 'text') return
  const text = log.text.replace(/\[\[([^[\]]+)\]\]/g, (link, inner: string) =>
    pages.has(`${readLink(inner).target}.md`) ? link : 'a deleted page',
  )
  if (text !== log.text) await folder.write(logPath, text, log.text)
}
