import { Card } from '../../components/card.tsx'
import { List, ListRow } from '../../components/list.tsx'
import type { WhichWiki } from '../../wiki/which-wiki.ts'
import type { WikiPage } from '../../wiki/wiki-page.ts'

/** What links to the page. */
export function PageFacts({ page, which }: { page: WikiPage; which: WhichWiki }) {
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
