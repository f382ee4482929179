import { useId } from 'react'
import { useOperation } from '../api/operation-hooks.ts'
import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ErrorNote } from '../components/error-note.tsx'
import { Skeleton } from '../components/skeleton.tsx'
import { MemoryForm } from './memory-form.tsx'

interface MemoryEditorProps {
  /** Open while there is one. */
  readonly id: string | undefined
  readonly onClose: () => void
}

export function MemoryEditor({ id, onClose }: MemoryEditorProps) {
  const form = useId()
  return (
    <Dialog
      title="Edit memory"
      isOpen={id !== undefined}
      onClose={onClose}
      asksFirst
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" form={form}>
            Save
          </Button>
        </>
      }
    >
      {id !== undefined && <LoadedForm id={id} form={form} onSaved={onClose} />}
    </Dialog>
  )
}

interface LoadedFormProps {
  readonly id: string
  /** Id of the form. */
  readonly form: string
  readonly onSaved: () => void
}

function LoadedForm({ id, form, onSaved }: LoadedFormProps) {
  const options = { isFresh: true, live: true }
  const asked = useOperation('getMemory', { id, exact: true }, options)
  const { data, error, isFetchedAfterMount, refetch } = asked
  return (
    <>
      {error && <ErrorNote error={error} />}
      {!error && !isFetchedAfterMount && <Skeleton lines={5} />}
      {data && isFetchedAfterMount && (
        <MemoryForm id={form} memory={data} onSaved={onSaved} onRefused={() => void refetch()} />
      )}
    </>
  )
}
