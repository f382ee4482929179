import { useState } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { TextField } from '../../components/text-field.tsx'
import { Day } from '../../wiki/day.tsx'
import type { WhichWiki } from '../../wiki/which-wiki.ts'
import { findPages, type ListedPage, pagesByType } from './find-pages.ts'

interface CatalogueProps {
  readonly pages: OutputOf<'getWiki'>['pages']
  readonly which: WhichWiki
}

/** Fewer pages are found faster by looking. */
const mostWithoutSearch = 12

export function Catalogue({ pages, which }: CatalogueProps) {
  const [wanted, setWanted] = useState('')
  const groups = pagesByType(findPages(pages, wanted))
  return (
    <>
      {pages.length > mostWithoutSearch && (
        <search className="wiki-search">
          <TextField label="Find a page" value={wanted} onChange={setWanted} />
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
  const { path, type, title, summary, updated } = page
  return (
    <ListRow
      to="/wiki/page"
      search={{ ...which, path }}
      title={title}
      detail={summary !== '' && <span className="clamp">{summary}</span>}
      trailing={updated !== undefined && type !== 'daily' && <Day date={updated} />}
    />
  )
}
