import './wiki.css'
import { getRouteApi } from '@tanstack/react-router'
import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Pending } from '../../components/pending.tsx'
import { View } from '../../components/view.tsx'
import { PageLink } from '../../wiki/page-link.tsx'
import { useWhichWiki, type WhichWiki, wikiEveryMs } from '../../wiki/which-wiki.ts'
import { Catalogue } from './catalogue.tsx'
import { ConceptMap } from './map/concept-map.tsx'
import { NoPages } from './no-pages.tsx'
import { OpenItems } from './open-items.tsx'
import { WikiSwitch } from './wiki-switch.tsx'

/** Every page of a wiki, and the map of its concepts. */
export function WikiView() {
  const which = useWhichWiki(getRouteApi('/wiki').useSearch())
  const { data, error } = useOperation('getWiki', which ?? {}, {
    enabled: which !== undefined,
    live: true,
    liveEveryMs: wikiEveryMs,
    keepsPrevious: true,
  })
  return (
    <View
      title="Wiki"
      intro="What was learned, as pages. Edit a page, and the memories change."
      {...(which && { actions: <WikiSwitch which={which} /> })}
    >
      {!(data && which) && <Pending error={error} lines={8} />}
      {data && which && <Wiki wiki={data} which={which} />}
    </View>
  )
}

function Wiki({ wiki, which }: { wiki: OutputOf<'getWiki'>; which: WhichWiki }) {
  if (wiki.pages.length === 0) return <NoPages name={wiki.name} />
  return (
    <>
      <OpenItems wiki={wiki} which={which} />
      <ConceptMap map={wiki.map} which={which} />
      <Catalogue pages={wiki.pages} which={which} />
      <p className="wiki-location">
        The files are in <code>{wiki.location}</code>.{' '}
        {!wiki.isInRepository && (
          <PageLink which={which} path="log.md">
            What each build changed
          </PageLink>
        )}
      </p>
    </>
  )
}
