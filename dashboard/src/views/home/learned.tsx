import { Link } from '@tanstack/react-router'
import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import { describeStanding } from '../../../../src/contract/wording.ts'
import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { CandidateBadge, KindBadge } from '../../components/badge.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { Pending } from '../../components/placeholders.tsx'
import { Text } from '../../components/text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'
import { sentence } from '../../wording/texts.ts'

type Learned = OutputOf<'listLearned'>

const mostShown = 8

/** What the last seven days taught, and what made it a memory. */
export function LearnedThisWeek({ project }: { project: string | undefined }) {
  const input = { project, limit: mostShown }
  const { data, error } = useOperation('listLearned', input, { live: true })
  return (
    <Card title="Learned this week" isFlush>
      {!data && <Pending error={error} />}
      {data?.items.length === 0 && (
        <p className="home-nothing">
          Nothing yet. Say “remember that …” to an agent, and it shows here.
        </p>
      )}
      {data && data.items.length > 0 && (
        <>
          <List label="Learned this week">
            {data.items.map((item) => (
              <LearnedRow key={item.id} item={item} />
            ))}
          </List>
          <Others learned={data} project={project} />
        </>
      )}
    </Card>
  )
}

function LearnedRow({ item }: { item: Learned['items'][number] }) {
  const { id, content, kind, standing, storedBy, project, at } = item
  return (
    <ListRow
      to="/memories/$id"
      params={{ id }}
      title={
        <span className="clamp">
          <Text text={content} />
        </span>
      }
      detail={
        <>
          <KindBadge kind={kind} />
          {standing === 'candidate' ? (
            <CandidateBadge />
          ) : (
            <span>{sentence(describeStanding(item, storedBy && nameAgent(storedBy)))}</span>
          )}
          {project && <span>{project}</span>}
        </>
      }
      trailing={<RelativeTime at={at} />}
    />
  )
}

interface OthersProps {
  readonly learned: Learned
  readonly project: string | undefined
}

/** Where the rest is. */
function Others({ learned: { candidates }, project }: OthersProps) {
  return (
    <p className="home-others">
      <Link to="/memories" search={{ project, order: 'created' }}>
        All memories
      </Link>
      {candidates > 0 && (
        <Link to="/review" search={{ kind: 'candidate', project }}>
          Review {count(candidates, 'candidate')}
        </Link>
      )}
    </p>
  )
}
