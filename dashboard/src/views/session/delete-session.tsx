import { useNavigate } from '@tanstack/react-router'
import { FormDialog } from '../../components/dialog.tsx'
import { type DeletedHistory, DeletionPlan, useDeletion } from '../../history/deletion.tsx'

interface DeleteProps {
  readonly id: string
  readonly onClose: () => void
}

/** Mounted while it asks. */
export function DeleteSession({ id, onClose }: DeleteProps) {
  const navigate = useNavigate()
  return (
    <DeleteHistoryDialog
      title="Delete this session"
      what={{ session: id }}
      onClose={onClose}
      onDeleted={() => void navigate({ to: '/sessions' })}
    />
  )
}

export function DeleteTurn({ id, number, onClose }: DeleteProps & { readonly number: number }) {
  return (
    <DeleteHistoryDialog
      title={`Delete turn ${number}`}
      what={{ turn: id }}
      onClose={onClose}
      onDeleted={onClose}
    />
  )
}

interface DeleteHistoryDialogProps {
  readonly title: string
  readonly what: DeletedHistory
  readonly onClose: () => void
  readonly onDeleted: () => void
}

function DeleteHistoryDialog({ title, what, onClose, onDeleted }: DeleteHistoryDialogProps) {
  const { plan, error, isPending, choice, setChoice, confirm } = useDeletion(what, onDeleted)
  return (
    <FormDialog
      title={title}
      action="Delete for good"
      isDangerous
      isReady={plan !== undefined}
      isBusy={isPending}
      error={plan && error}
      onSubmit={confirm}
      onClose={onClose}
    >
      <DeletionPlan plan={plan} error={error} choice={choice} onChoose={setChoice} />
    </FormDialog>
  )
}
