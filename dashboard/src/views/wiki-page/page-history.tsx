import { Card } from '../../components/card.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { ClampedText } from '../../components/text.tsx'
import type { WikiPage } from '../../wiki/wiki-page.ts'

/** What its statements said before. What they say now is on the page. */
export function PageHistory({ history }: Pick<WikiPage, 'history'>) {
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
