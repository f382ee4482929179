import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'

interface DiscardDialogProps {
  readonly isOpen: boolean
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

export function DiscardDialog({ isOpen, onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <Dialog
      title="Discard your changes?"
      isOpen={isOpen}
      onClose={onKeep}
      actions={
        <>
          <Button onClick={onKeep}>Keep editing</Button>
          <Button look="danger" onClick={onDiscard}>
            Discard
          </Button>
        </>
      }
    >
      <p>What you wrote on this page is not saved yet.</p>
    </Dialog>
  )
}
