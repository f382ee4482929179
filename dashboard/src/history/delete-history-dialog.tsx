import { Button } from '../components/button.tsx'
import { Dialog } from '../components/dialog.tsx'
import { ErrorNote } from '../components/error-note.tsx'
import { DeletionPlan } from './deletion-plan.tsx'
import { type DeletedHistory, useDeletion } from './use-deletion.ts'

interface DeleteHistoryDialogProps {
  readonly title: string
  readonly what: DeletedHistory
  readonly onClose: () => void
  readonly onDeleted: () => void
}

/** Mounted while it asks. */
export function DeleteHistoryDialog({ title, what, onClose, onDeleted }: DeleteHistoryDialogProps) {
  const { plan, error, isPending, choice, setChoice, confirm } = useDeletion(what, onDeleted)
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" disabled={!plan} isBusy={isPending} onClick={confirm}>
            Delete for good
          </Button>
        </>
      }
    >
      <DeletionPlan plan={plan} error={error} choice={choice} onChoose={setChoice} />
      {plan && error && <ErrorNote error={error} />}
    </Dialog>
  )
}
