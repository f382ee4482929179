import { useState } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { Button } from '../../components/button.tsx'
import { TextFilter } from '../../components/filters.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { Day } from '../../components/time.tsx'
import { Card } from '../../components/view.tsx'
import type { WhichWiki } from '../../wiki/which-wiki.tsx'
import { dayName } from '../../wording/time.ts'

interface CatalogueProps {
  readonly pages: OutputOf<'getWiki'>['pages']
  readonly which: WhichWiki
}

/** Fewer pages are found faster by looking. */
const mostWithoutSearch = 12

export function Catalogue({ pages, which }: CatalogueProps) {
  const [wanted, setWanted] = useState<string>()
  const groups = pagesByType(findPages(pages, wanted ?? ''))
  return (
    <>
      {pages.length > mostWithoutSearch && (
        <search>
          <TextFilter label="Find a page" value={wanted} onChange={setWanted} />
        </search>
      )}
      {groups.length === 0 && <p className="quiet">No page has this name, alias or tag.</p>}
      <div className="wiki-catalogue">
        {groups.map(({ name, pages }) => (
          <PageGroup key={name} name={name} pages={pages} which={which} />
        ))}
      </div>
    </>
  )
}

/** Pages of a group that are shown at first. */
const fewPages = 10

interface PageGroupProps extends CatalogueProps {
  readonly name: string
}

function PageGroup({ name, pages, which }: PageGroupProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? pages : pages.slice(0, fewPages)
  return (
    <Card title={`${name} (${pages.length})`} isFlush>
      <List label={name}>
        {shown.map((page) => (
          <PageRow key={page.path} page={page} which={which} />
        ))}
      </List>
      {shown.length < pages.length && (
        <div className="wiki-more">
          <Button look="quiet" onClick={() => setShowsAll(true)}>
            Show all {pages.length}
          </Button>
        </div>
      )}
    </Card>
  )
}

function PageRow({ page, which }: { page: ListedPage; which: WhichWiki }) {
  const { path, type, title, summary } = page
  const isDecision = type === 'decision'
  const day = dayOf(page)
  return (
    <ListRow
      to="/wiki/page"
      search={{ ...which, path }}
      title={type === 'daily' ? dayName(`${title}T00:00`, Date.now()) : title}
      detail={summary !== '' && !isDecision && <span className="clamp">{summary}</span>}
      trailing={day !== '' && type !== 'daily' && <Day date={day} />}
    />
  )
}

/** A decision's summary is the day on which it was made. */
const dayOf = ({ type, summary, updated }: ListedPage) =>
  type === 'decision' ? summary : (updated ?? '')

export type ListedPage = OutputOf<'getWiki'>['pages'][number]

/** In the order in which they are listed. */
const typeNames: Record<ListedPage['type'], string> = {
  concept: 'Concepts',
  decision: 'Decisions',
  question: 'Questions',
  daily: 'Days',
  index: 'Index',
  log: 'Index',
}

export function findPages(pages: readonly ListedPage[], wanted: string): ListedPage[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return pages.filter(({ title, path, aliases, tags }) => {
    const names = [title, path, ...aliases, ...tags].join('\n').toLowerCase()
    return words.every((word) => names.includes(word))
  })
}

/** Days and decisions newest first, others by name, and what has no concept last. */
export function pagesByType(pages: readonly ListedPage[]) {
  const groups = Map.groupBy(pages, ({ type }) => typeNames[type])
  return [...new Set(Object.values(typeNames))].flatMap((name) => {
    const found = groups.get(name)
    return found ? [{ name, pages: found.toSorted(inOrder) }] : []
  })
}

function inOrder(a: ListedPage, b: ListedPage): number {
  if (a.type === 'daily') return a.path < b.path ? 1 : -1
  const byDay = a.type === 'decision' ? dayOf(b).localeCompare(dayOf(a)) : 0
  const byRest = Number(isRest(a)) - Number(isRest(b))
  return byDay || byRest || a.title.localeCompare(b.title, 'en') || (a.path < b.path ? -1 : 1)
}

/** «Everything else», or its months. */
const isRest = ({ path }: ListedPage) => path.startsWith('concepts/everything-else')
