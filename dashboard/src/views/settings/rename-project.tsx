import { type FormEvent, useId, useState } from 'react'
import { useChange } from '../../api/operation-hooks.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ErrorNote } from '../../components/error-note.tsx'
import { TextField } from '../../components/text-field.tsx'
import { showToast } from '../../components/toast-store.ts'
import type { Project } from './project.ts'

export function RenameProject({ project, onClose }: { project: Project; onClose: () => void }) {
  const { id, name: former } = project
  const form = useId()
  const [name, setName] = useState(former)
  const { mutate, error, isPending } = useChange('renameProject')
  const rename = (event: FormEvent) => {
    event.preventDefault()
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
  }
  const isSame = name.trim() === '' || name.trim() === former
  return (
    <Dialog
      title={`Rename ${former}`}
      isOpen
      onClose={onClose}
      asksFirst
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form} disabled={isSame} isBusy={isPending}>
            Rename
          </Button>
        </>
      }
    >
      <form id={form} className="stack" onSubmit={rename}>
        <TextField label="Name" value={name} onChange={setName} isRequired />
        {error && <ErrorNote error={error} />}
      </form>
    </Dialog>
  )
}
