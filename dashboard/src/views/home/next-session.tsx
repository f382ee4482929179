import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Badge, KindBadge } from '../../components/badge.tsx'
import { IconButton } from '../../components/button.tsx'
import { Command } from '../../components/command.tsx'
import { ContextBudget } from '../../components/context-budget.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { Pending } from '../../components/placeholders.tsx'
import { ClampedText } from '../../components/text.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card } from '../../components/view.tsx'
import { useMemoryActions } from '../../memory/memory-actions.ts'
import { MemoryEditor } from '../../memory/memory-editor.tsx'
import { PinnedMark } from '../../memory/memory-labels.tsx'
import { trustWords } from '../../wording/memories.ts'

interface NextSessionProps {
  readonly project: { readonly id: string; readonly name: string } | undefined
}

/** The very lines that an agent gets when it starts here next, each to keep, fix or drop in place. */
export function NextSession({ project }: NextSessionProps) {
  const input = project === undefined ? {} : { project: project.id }
  const options = { live: true, liveEveryMs: 5_000, keepsPrevious: true }
  const { data, error } = useOperation('getContext', input, options)
  const [edited, setEdited] = useState<string>()
  return (
    <Card
      title={`What the next session ${project ? `in ${project.name}` : 'outside a project'} gets`}
      actions={
        <Link to="/context" search={project ? { project: project.id } : {}} className="quiet-link">
          Why these
        </Link>
      }
      isFlush
    >
      {!data && <Pending error={error} lines={8} />}
      {data && data.lines.length === 0 && <NothingYet />}
      {data && data.lines.length > 0 && (
        <>
          <div className="next-budget">
            <ContextBudget {...data} />
          </div>
          <List label="Lines of the next session">
            {data.lines.map((line) => (
              <NextLine key={`${line.id} ${line.text}`} line={line} onFix={setEdited} />
            ))}
          </List>
        </>
      )}
      <MemoryEditor id={edited} onClose={() => setEdited(undefined)} />
    </Card>
  )
}

function NothingYet() {
  return (
    <div className="home-nothing stack">
      <p>Nothing yet. What your agents learn here is given to the sessions that follow.</p>
      <Command text="throughline remember 'Run npm test before every commit'" />
    </div>
  )
}

type Line = OutputOf<'getContext'>['lines'][number]

function NextLine({ line, onFix }: { line: Line; onFix: (id: string) => void }) {
  const { id, kind, trust, author, at, text, pinned = false } = line
  const { pin, forget } = useMemoryActions()
  if (kind === 'digest') {
    return (
      <ListRow
        className="next-line"
        to="/sessions/$id"
        params={{ id }}
        title={<ClampedText text={text} />}
        detail={
          <>
            <Badge>last session</Badge>
            <span className="next-said">
              <RelativeTime at={at} />
            </span>
          </>
        }
      />
    )
  }
  return (
    <ListRow
      className="next-line"
      to="/memories/$id"
      params={{ id }}
      title={<ClampedText text={text} />}
      detail={
        <>
          <KindBadge kind={kind} />
          <span className="next-said">
            {pinned && <PinnedMark />} {author ?? trustWords[trust]}, <RelativeTime at={at} />
          </span>
        </>
      }
      trailing={
        <>
          <IconButton
            icon="pin"
            label={pinned ? 'No longer always give it' : 'Keep: always give it'}
            aria-pressed={pinned}
            onClick={() => void pin([id], !pinned)}
          />
          <IconButton icon="edit" label="Fix its wording" onClick={() => onFix(id)} />
          <IconButton
            icon="forget"
            label="Drop: forget it"
            onClick={() => void forget([id], text)}
          />
        </>
      }
    />
  )
}
