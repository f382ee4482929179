import './wiki.css'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { ChipSelect } from '../../components/filters.tsx'
import { EmptyState, Pending } from '../../components/placeholders.tsx'
import { View } from '../../components/view.tsx'
import { useProjectOptions } from '../../project/current-project.tsx'
import { PageLink, useWhichWiki, type WhichWiki, wikiEveryMs } from '../../wiki/which-wiki.tsx'
import { Catalogue } from './catalogue.tsx'
import { ConceptMap } from './map/concept-map.tsx'
import { OpenItems } from './open-items.tsx'

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

/** Offers the wikis that do have pages. */
function NoPages({ name }: { name: string }) {
  const { data } = useOperation('wikiStatus', {})
  const others = (data?.wikis ?? []).filter(({ pages, waiting }) => pages + waiting > 0)
  return (
    <EmptyState
      title={others.length === 0 ? 'No pages yet' : `${name} has no pages yet`}
      {...(others.length === 0 && { command: 'throughline setup' })}
      action={
        others.length > 0 && (
          <ul className="wiki-others" aria-label="Wikis with pages">
            {others.map((wiki) => (
              <li key={wiki.id}>
                <Link
                  to="/wiki"
                  search={wiki.id === 'global' ? { global: true } : { project: wiki.id }}
                >
                  {wiki.id === 'global' ? 'Global memories' : wiki.name}
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    >
      Pages are written from memories. They appear with the first one.
    </EmptyState>
  )
}

const globalName = 'global'

function WikiSwitch({ which }: { which: WhichWiki }) {
  const navigate = useNavigate({ from: '/wiki' })
  const projects = useProjectOptions()
  const show = (chosen: string | undefined) =>
    void navigate({
      search: chosen === globalName ? { global: true } : { project: chosen },
      replace: true,
    })
  return (
    <ChipSelect
      label="Project"
      value={which.global ? globalName : which.project}
      options={[...projects, [globalName, 'Global memories'] as const]}
      onChange={show}
    />
  )
}
