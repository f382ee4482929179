import { nameAgent } from '../../../../src/contract/vocabulary.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Card } from '../../components/card.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { Pending } from '../../components/pending.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { count } from '../../wording/amounts.ts'

export function ActiveSessions({ project }: { project: string | undefined }) {
  const { data, error } = useOperation(
    'listSessions',
    { project, status: 'active', limit: 8 },
    { live: true },
  )
  return (
    <Card title="Active sessions" isFlush>
      {!data && <Pending error={error} />}
      {data?.sessions.length === 0 && <p className="home-nothing">No agent is at work.</p>}
      {data && data.sessions.length > 0 && (
        <List label="Active sessions">
          {data.sessions.map(
            ({ id, project, host, firstPrompt, turns, toolEvents, lastEventAt }) => (
              <ListRow
                key={id}
                to="/sessions/$id"
                params={{ id }}
                title={<span className="clamp">{firstPrompt ?? 'No prompt yet'}</span>}
                detail={
                  <>
                    <span>{project?.name ?? nameAgent(host)}</span>
                    <span>{count(turns, 'turn')}</span>
                    <span>{count(toolEvents, 'tool event')}</span>
                  </>
                }
                trailing={<RelativeTime at={lastEventAt} />}
              />
            ),
          )}
        </List>
      )}
    </Card>
  )
}
