import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/operation-hooks.ts'
import { EmptyState } from '../../components/empty-state.tsx'

/** Offers the wikis that do have pages. */
export function NoPages({ name }: { name: string }) {
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
