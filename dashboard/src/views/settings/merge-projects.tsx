import { useState } from 'react'
import { Select } from '../../components/select.tsx'
import type { Project } from './project.ts'
import { TypedConfirmation } from './typed-confirmation.tsx'
import { useMergeProject } from './use-merge-project.ts'

interface MergeProjectsProps {
  readonly project: Project
  readonly projects: readonly Project[]
  readonly onClose: () => void
}

export function MergeProjects({ project, projects, onClose }: MergeProjectsProps) {
  const others = projects.filter(({ id }) => id !== project.id)
  const [into, setInto] = useState(others[0]?.id ?? '')
  const describe = (name: string) => `“${project.name}” is part of “${name}” now.`
  const { merge, error, isPending } = useMergeProject(project, { describe, onClose })
  return (
    <TypedConfirmation
      title={`Merge ${project.name}`}
      word={project.name}
      action="Merge"
      error={error}
      isBusy={isPending}
      onConfirm={() => merge(into)}
      onClose={onClose}
    >
      <p>
        Its sessions and memories move into the project you choose, and its folders count as that
        project from then on. For ten seconds you can undo it here, later by{' '}
        <code>throughline projects unmerge</code>.
      </p>
      <Select
        label="Into"
        value={into}
        options={others.map(({ id, name, identity }) => [id, `${name} (${identity})`] as const)}
        onChange={setInto}
      />
    </TypedConfirmation>
  )
}
