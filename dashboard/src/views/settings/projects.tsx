import { useEffect, useRef, useState } from 'react'
import { useOperation } from '../../api/operation-hooks.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { EmptyState, Pending } from '../../components/placeholders.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { Card } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'
import { MergeProjects, type Project, RenameProject, TrustProject } from './project-dialogs.tsx'

export function Projects() {
  const { data, error } = useOperation('listProjects', {}, { live: true })
  const [asked, setAsked] = useState<{ what: 'rename' | 'merge' | 'trust'; project: Project }>()
  const list = useRef<HTMLDivElement>(null)
  const known = data?.projects.length ?? 0
  const before = useRef(known)
  // A merged project's row disappears, and the focus with it.
  useEffect(() => {
    const hasLost = known < before.current && document.activeElement === document.body
    before.current = known
    if (hasLost) list.current?.focus()
  }, [known])
  if (!data) return <Pending error={error} />
  const { projects } = data
  const close = () => setAsked(undefined)
  return (
    <Card title={count(projects.length, 'project')} isFlush>
      {projects.length === 0 && (
        <EmptyState title="No project yet">
          A folder becomes a project with its first session.
        </EmptyState>
      )}
      <div ref={list} className="projects" tabIndex={-1}>
        <List label="Projects, most recently active first">
          {projects.map((project) => (
            <ProjectRow
              key={project.id}
              project={project}
              onRename={() => setAsked({ what: 'rename', project })}
              onTrust={() => setAsked({ what: 'trust', project })}
              {...(projects.length > 1 && { onMerge: () => setAsked({ what: 'merge', project }) })}
            />
          ))}
        </List>
      </div>
      {asked?.what === 'rename' && <RenameProject project={asked.project} onClose={close} />}
      {asked?.what === 'trust' && asked.project.claims && (
        <TrustProject project={asked.project} claims={asked.project.claims} onClose={close} />
      )}
      {asked?.what === 'merge' && (
        <MergeProjects project={asked.project} projects={projects} onClose={close} />
      )}
    </Card>
  )
}

interface ProjectRowProps {
  readonly project: Project
  readonly onRename: () => void
  readonly onTrust: () => void
  readonly onMerge?: () => void
}

function ProjectRow({ project, onRename, onTrust, onMerge }: ProjectRowProps) {
  const { name, identity, claims, aliases, sessions, lastEventAt } = project
  const others = aliases.filter((alias) => alias !== identity)
  return (
    <ListRow
      className="project-row"
      title={name}
      detail={
        <>
          {claims && <Badge tone="warn">only claims to be this</Badge>}
          <code>{claims?.identity ?? identity}</code>
          {others.length > 0 && (
            <span title={others.join('\n')}>
              and {count(others.length, 'other identity', 'other identities')}
            </span>
          )}
          <span>{count(sessions, 'session')}</span>
          {lastEventAt && <RelativeTime at={lastEventAt} />}
        </>
      }
      trailing={
        <>
          {claims && (
            <Button look="quiet" aria-label={`Trust ${name}`} onClick={onTrust}>
              Trust
            </Button>
          )}
          <Button look="quiet" aria-label={`Rename ${name}`} onClick={onRename}>
            Rename
          </Button>
          {onMerge && (
            <Button look="quiet" aria-label={`Merge ${name} into another`} onClick={onMerge}>
              Merge
            </Button>
          )}
        </>
      }
    />
  )
}
