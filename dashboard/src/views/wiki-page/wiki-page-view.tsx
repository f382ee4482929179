import './wiki-page.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { Button } from '../../components/button.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { EmptyState, Pending } from '../../components/placeholders.tsx'
import { ClampedText } from '../../components/text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card, View } from '../../components/view.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { useWhichWiki, type WhichWiki, type WikiPage, wikiEveryMs } from '../../wiki/which-wiki.tsx'
import { PageEditor } from './edit/page-editor.tsx'
import { PageText } from './page-text.tsx'

/** A page of a wiki: to read, to follow its links, to edit. */
export function WikiPageView() {
  const { path, ...search } = getRouteApi('/wiki/page').useSearch()
  const which = useWhichWiki(search)
  const { data, error } = useOperation(
    'getWikiPage',
    { ...which, path },
    { enabled: which !== undefined, live: true, liveEveryMs: wikiEveryMs },
  )
  const isGone = error?.code === 'not-found'
  if (data && which) {
    return <ShownPage key={data.path} page={data} isGone={isGone} which={which} />
  }
  if (isGone) return <NoPage which={search} />
  return (
    <View title="Wiki page" intro={<AllPages which={search} />}>
      <Pending error={error} lines={8} />
    </View>
  )
}

function NoPage({ which }: { which: WhichWiki }) {
  return (
    <View title="Wiki page">
      <EmptyState title="Page not found" action={<AllPages which={which} />}>
        Its statements may be on another page now.
      </EmptyState>
    </View>
  )
}

function AllPages({ which }: { which: WhichWiki }) {
  return (
    <Link to="/wiki" search={which}>
      All pages
    </Link>
  )
}

interface ShownPageProps {
  readonly page: WikiPage
  /** It was removed after it had been shown. */
  readonly isGone: boolean
  readonly which: WhichWiki
}

function ShownPage({ page: shown, isGone, which }: ShownPageProps) {
  const page = isGone ? { ...shown, text: '', hash: '' } : shown
  const [isEditing, setIsEditing] = useState(false)
  // The log is only ever appended to.
  const isEditable = page.type !== 'log'
  useShortcuts(
    'Wiki page',
    isEditable && !isEditing ? [{ keys: 'e', label: 'Edit', run: () => setIsEditing(true) }] : [],
  )
  if (isGone && !isEditing) return <NoPage which={which} />
  return (
    <View
      title={page.title}
      intro={<AllPages which={which} />}
      actions={
        isEditable &&
        !isEditing && (
          <Button icon="edit" onClick={() => setIsEditing(true)}>
            Edit
          </Button>
        )
      }
    >
      {isEditing ? (
        <PageEditor page={page} which={which} onClose={() => setIsEditing(false)} />
      ) : (
        <div className="columns wiki-page-columns">
          <PageText page={page} which={which} />
          <div className="stack">
            <PageFacts page={page} which={which} />
            <PageHistory history={page.history} />
          </div>
        </div>
      )}
    </View>
  )
}

function PageFacts({ page, which }: { page: WikiPage; which: WhichWiki }) {
  const { path, backLinks } = page
  return (
    <Card title="Linked from" isFlush={backLinks.length > 0}>
      {backLinks.length === 0 && <p className="quiet">No other page links here.</p>}
      {backLinks.length > 0 && (
        <List label="Pages that link here">
          {backLinks.map((link) => (
            <ListRow
              key={link.path}
              to="/wiki/page"
              search={{ ...which, path: link.path }}
              title={link.title}
            />
          ))}
        </List>
      )}
      <p className="wiki-path">
        <code>{path}</code>
      </p>
    </Card>
  )
}

/** What its statements said before. What they say now is on the page. */
function PageHistory({ history }: Pick<WikiPage, 'history'>) {
  const former = history.filter(({ isCurrent }) => !isCurrent)
  if (former.length === 0) return null
  return (
    <Card title="Earlier wording" isFlush>
      <List label="What statements said before, newest first">
        {former.map(({ memoryId, at, content }) => (
          <ListRow
            key={`${memoryId} ${at}`}
            to="/memories/$id"
            params={{ id: memoryId }}
            title={<ClampedText text={content} />}
            detail={
              <span>
                since <RelativeTime at={at} />
              </span>
            }
          />
        ))}
      </List>
    </Card>
  )
}
