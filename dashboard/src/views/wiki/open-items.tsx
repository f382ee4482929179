import { call, type OutputOf } from '../../api/call.ts'
import { Button } from '../../components/button.tsx'
import { Diff } from '../../components/diff.tsx'
import { Text } from '../../components/text.tsx'
import { showToast, useChangeWithToast } from '../../components/toasts.tsx'
import { Card } from '../../components/view.tsx'
import { PageLink, type WhichWiki } from '../../wiki/which-wiki.tsx'
import { count } from '../../wording/amounts.ts'
import { sentence } from '../../wording/texts.ts'

interface OpenItemsProps {
  readonly wiki: Pick<OutputOf<'getWiki'>, 'conflicts' | 'held' | 'problems' | 'pages'>
  readonly which: WhichWiki
}

/** What waits for a decision: conflicts, removals to confirm, pages that could not be read. */
export function OpenItems({ wiki, which }: OpenItemsProps) {
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
