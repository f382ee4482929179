/** What can be done to a project in the settings: rename it, merge it into another, or trust its folder. */
import { useState } from 'react'
import { call, type OutputOf } from '../../api/call.ts'
import { useChange } from '../../api/operation-hooks.ts'
import { FormDialog } from '../../components/dialog.tsx'
import { Select, TextField } from '../../components/fields.tsx'
import { showToast, useChangeWithToast } from '../../components/toasts.tsx'
import { TypedConfirmation } from './typed-confirmation.tsx'

export type Project = OutputOf<'listProjects'>['projects'][number]

export function RenameProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const { id, name: former } = project
  const [name, setName] = useState(former)
  const { mutate, error, isPending } = useChange('renameProject')
  const rename = () =>
    mutate(
      { project: id, name },
      {
        onSuccess: () => {
          showToast(`“${former}” is now “${name.trim()}”.`, {
            undo: () => mutate({ project: id, name: former }),
          })
          onClose()
        },
      },
    )
  return (
    <FormDialog
      title={`Rename ${former}`}
      action="Rename"
      isReady={name.trim() !== '' && name.trim() !== former}
      isBusy={isPending}
      error={error}
      onSubmit={rename}
      onClose={onClose}
    >
      <TextField label="Name" value={name} onChange={setName} isRequired />
    </FormDialog>
  )
}

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

interface TrustProjectProps {
  readonly project: Project
  readonly claims: NonNullable<Project['claims']>
  readonly onClose: () => void
}

/** Confirms that a folder is the project it says it is, as `throughline projects trust` does. */
export function TrustProject({ project, claims, onClose }: TrustProjectProps) {
  const describe = (name: string) => `The folder belongs to “${name}” now.`
  const { merge, error, isPending } = useMergeProject(project, { describe, onClose })
  return (
    <FormDialog
      title={`Trust ${project.name}?`}
      action="Trust"
      isBusy={isPending}
      error={error}
      onSubmit={() => merge(claims.id)}
      onClose={onClose}
    >
      <p>
        This folder says it is <code>{claims.identity}</code>, but shares no history with it:
      </p>
      <p>
        <code>{project.root ?? project.identity}</code>
      </p>
      <p>
        Trust it only if you know where it comes from. Agents that work there then get the memories
        of “{claims.name}”, and its own sessions and memories move there. For ten seconds you can
        undo it here, later with <code>throughline projects unmerge</code>.
      </p>
    </FormDialog>
  )
}

interface MergedText {
  /** What the toast says; it offers to undo. */
  readonly describe: (into: string) => string
  readonly onClose: () => void
}

function useMergeProject(project: Project, { describe, onClose }: MergedText) {
  const { mutate, error, isPending } = useChange('mergeProjects')
  const change = useChangeWithToast()
  const undo = () =>
    change(async () => {
      await call('unmergeProject', { project: project.id })
      showToast(`“${project.name}” is a project of its own again.`)
    })
  const merge = (into: string) =>
    mutate(
      { from: project.id, into },
      {
        onSuccess: ({ name }) => {
          showToast(describe(name), { undo })
          onClose()
        },
      },
    )
  return { merge, error, isPending }
}
