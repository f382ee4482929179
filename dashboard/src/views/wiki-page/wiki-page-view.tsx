import './wiki-page.css'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Pending } from '../../components/pending.tsx'
import { View } from '../../components/view.tsx'
import { useShortcuts } from '../../keyboard/shortcuts.ts'
import { useWhichWiki, type WhichWiki, wikiEveryMs } from '../../wiki/which-wiki.ts'
import type { WikiPage } from '../../wiki/wiki-page.ts'
import { PageEditor } from './edit/page-editor.tsx'
import { PageFacts } from './page-facts.tsx'
import { PageHistory } from './page-history.tsx'
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
        <div className="wiki-page-columns">
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
