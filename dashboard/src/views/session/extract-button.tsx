import { useChange } from '../../api/operation-hooks.ts'
import { Button } from '../../components/button.tsx'
import { showToast } from '../../components/toast-store.ts'
import { count } from '../../wording/amounts.ts'

/** Extracts memories from the session now, regardless of triggers. */
export function ExtractButton({ id }: { id: string }) {
  const { mutate, isPending } = useChange('extractSession')
  const look = () =>
    mutate(
      { id },
      {
        onSuccess: ({ found, windows }) =>
          showToast(
            windows === 0
              ? 'Everything in it was searched before.'
              : `Found ${count(found.length, 'memory', 'memories')}.`,
          ),
        onError: ({ message }) => showToast(message, { tone: 'bad' }),
      },
    )
  return (
    <Button icon="search" isBusy={isPending} onClick={look}>
      Extract memories
    </Button>
  )
}
