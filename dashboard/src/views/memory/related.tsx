import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Card } from '../../components/card.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { relationWords } from '../../wording/memories.ts'

type Full = OutputOf<'getMemory'>

/** Related memories, and how they relate. */
export function Related({ memory }: { memory: Full }) {
  const links = memory.links.map(({ from, to, relation }) => {
    const isFrom = from === memory.id
    return { id: isFrom ? to : from, text: relationWords[relation][isFrom ? 0 : 1] }
  })
  const { supersededBy } = memory
  const isTold = links.some(({ id }) => id === supersededBy)
  if (supersededBy && !isTold) links.push({ id: supersededBy, text: 'Superseded by' })
  for (const { id, because } of memory.holdsBeside ?? []) {
    links.push({ id, text: `Both hold, because ${because}` })
  }
  if (links.length === 0) return null
  return (
    <Card title="Related" isFlush>
      <List label="Related memories">
        {links.map(({ id, text }) => (
          <RelatedRow key={`${text} ${id}`} id={id} text={text} />
        ))}
      </List>
    </Card>
  )
}

function RelatedRow({ id, text }: { id: string; text: string }) {
  const { data } = useOperation('getMemory', { id, exact: true })
  return (
    <ListRow
      to="/memories/$id"
      params={{ id }}
      title={
        <>
          <span className="related-how">{text}</span>
          <span className="clamp">{data?.content ?? id}</span>
        </>
      }
    />
  )
}
