import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, IconButton } from '../../components/button.tsx'
import { DeleteHistoryDialog } from '../../history/delete-history-dialog.tsx'

export function DeleteSession({ id }: { id: string }) {
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <Button look="danger" icon="forget" onClick={() => setAsking(true)}>
        Delete session
      </Button>
      {isAsking && (
        <DeleteHistoryDialog
          title="Delete this session"
          what={{ session: id }}
          onClose={() => setAsking(false)}
          onDeleted={() => void navigate({ to: '/sessions' })}
        />
      )}
    </>
  )
}

export function DeleteTurn({ id, number }: { id: string; number: number }) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <IconButton
        icon="forget"
        look="quiet"
        label={`Delete turn ${number}`}
        onClick={() => setAsking(true)}
      />
      {isAsking && (
        <DeleteHistoryDialog
          title={`Delete turn ${number}`}
          what={{ turn: id }}
          onClose={close}
          onDeleted={close}
        />
      )}
    </>
  )
}
