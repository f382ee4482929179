import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Card } from '../../components/card.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { relationWords } from '../../wording/memories.ts'

type Full = OutputOf<'getMemory'>

/** Other memories it has to do with, and how. */
export function Related({ memory }: { memory: Full }) {
  const links = memory.links.map(({ from, to, relation }) => {
    const isFrom = from === memory.id
    return { id: isFrom ? to : from, told: relationWords[relation][isFrom ? 0 : 1] }
  })
  const { supersededBy } = memory
  const isTold = links.some(({ id }) => id === supersededBy)
  if (supersededBy && !isTold) links.push({ id: supersededBy, told: 'Superseded by' })
  if (links.length === 0) return null
  return (
    <Card title="Related" isFlush>
      <List label="Related memories">
        {links.map(({ id, told }) => (
          <RelatedRow key={`${told} ${id}`} id={id} told={told} />
        ))}
      </List>
    </Card>
  )
}

function RelatedRow({ id, told }: { id: string; told: string }) {
  const { data } = useOperation('getMemory', { id, exact: true })
  return (
    <ListRow
      to="/memories/$id"
      params={{ id }}
      title={
        <>
          <span className="related-how">{told}</span>
          <span className="clamp">{data?.content ?? id}</span>
        </>
      }
    />
  )
}
