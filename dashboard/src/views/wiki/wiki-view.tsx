import './wiki.css'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { call, type OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Button } from '../../components/button.tsx'
import { Diff } from '../../components/diff.tsx'
import { ChipSelect } from '../../components/filters.tsx'
import { EmptyState, Pending } from '../../components/placeholders.tsx'
import { Text } from '../../components/text.tsx'
import { showToast, useChangeWithToast } from '../../components/toasts.tsx'
import { Card, View } from '../../components/view.tsx'
import { useProjectOptions } from '../../project/current-project.tsx'
import { PageLink, useWhichWiki, type WhichWiki, wikiEveryMs } from '../../wiki/which-wiki.tsx'
import { count } from '../../wording/amounts.ts'
import { sentence } from '../../wording/texts.ts'
import { Catalogue } from './catalogue.tsx'
import { ConceptMap } from './map/concept-map.tsx'

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

interface OpenItemsProps {
  readonly wiki: Pick<OutputOf<'getWiki'>, 'conflicts' | 'held' | 'problems' | 'pages'>
  readonly which: WhichWiki
}

/** What waits for a decision: conflicts, removals to confirm, pages that could not be read. */
function OpenItems({ wiki, which }: OpenItemsProps) {
  return (
    <>
      {wiki.conflicts.length > 0 && <Conflicts wiki={wiki} which={which} />}
      {wiki.held.length > 0 && <HeldRemovals wiki={wiki} which={which} />}
      {wiki.problems.length > 0 && <Problems wiki={wiki} which={which} />}
    </>
  )
}

function Conflicts({ wiki: { conflicts, pages }, which }: OpenItemsProps) {
  const titles = new Map(pages.map(({ path, title }) => [path, title]))
  return (
    <Card title={count(conflicts.length, 'conflict')}>
      <p className="wiki-note">A page and a memory were both changed. Choose on the page.</p>
      <ul className="wiki-open">
        {conflicts.map(({ anchor, path, memory, page }) => (
          <li key={`${path} ${anchor}`}>
            <Diff before={memory} after={page} />
            <PageLink which={which} path={path} anchor={anchor}>
              Choose on “{titles.get(path) ?? path}”
            </PageLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function HeldRemovals({ wiki: { held }, which }: OpenItemsProps) {
  const change = useChangeWithToast()
  const settle = (decision: 'forget' | 'put-back') =>
    change(async () => {
      await call('buildWiki', { ...which, held: decision })
      const statements = count(held.length, 'statement')
      const ending =
        decision === 'forget' ? 'forgotten. They can be restored for 30 days.' : 'put back.'
      showToast(`${statements} ${ending}`)
    })
  return (
    <Card
      title={`${count(held.length, 'removal')} to confirm`}
      actions={
        <>
          <Button onClick={() => void settle('put-back')}>Put back</Button>
          <Button look="danger" onClick={() => void settle('forget')}>
            Forget
          </Button>
        </>
      }
    >
      <p className="wiki-note">They were removed from pages, many at once.</p>
      <ul className="wiki-open">
        {held.map(({ anchor, content }) => (
          <li key={anchor}>
            <Text text={content} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Problems({ wiki: { problems } }: OpenItemsProps) {
  return (
    <Card title={count(problems.length, 'page with a problem', 'pages with a problem')}>
      <ul className="wiki-open">
        {problems.map(({ path, what }) => (
          <li key={path}>
            <code>{path}</code> {sentence(what)}
          </li>
        ))}
      </ul>
    </Card>
  )
}
