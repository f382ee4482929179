import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useChange } from '../../api/operation-hooks.ts'
import { Select } from '../../components/select.tsx'
import { showToast } from '../../components/toast-store.ts'
import { useChangeWithToast } from '../../memory/use-change-with-toast.ts'
import type { Project } from './project.ts'
import { TypedConfirmation } from './typed-confirmation.tsx'

interface MergeProjectsProps {
  readonly project: Project
  readonly projects: readonly Project[]
  readonly onClose: () => void
}

export function MergeProjects({ project, projects, onClose }: MergeProjectsProps) {
  const others = projects.filter(({ id }) => id !== project.id)
  const [into, setInto] = useState(others[0]?.id ?? '')
  const { mutate, error, isPending } = useChange('mergeProjects')
  const change = useChangeWithToast()
  const takeOut = () =>
    change(async () => {
      await call('unmergeProject', { project: project.id })
      showToast(`“${project.name}” is a project of its own again.`)
    })
  const merge = () =>
    mutate(
      { from: project.id, into },
      {
        onSuccess: ({ name }) => {
          showToast(`“${project.name}” is part of “${name}” now.`, { undo: takeOut })
          onClose()
        },
      },
    )
  return (
    <TypedConfirmation
      title={`Merge ${project.name}`}
      word={project.name}
      action="Merge"
      error={error}
      isBusy={isPending}
      onConfirm={merge}
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
