import { useState } from 'react'
import { checkStateWords } from '../../../../src/contract/wording.ts'
import type { CallInput, OutputOf } from '../../api/call.ts'
import { useChange, useOperation } from '../../api/operation-hooks.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, IconButton } from '../../components/button.tsx'
import { Select, TextField } from '../../components/fields.tsx'
import { List, ListRow } from '../../components/list.tsx'
import { ErrorNote, Skeleton } from '../../components/placeholders.tsx'
import { RelativeTime } from '../../components/time.tsx'
import { showFailure, showToast } from '../../components/toasts.tsx'
import { Card, Summary } from '../../components/view.tsx'

type Check = OutputOf<'listChecks'>['checks'][number]
type Change = Omit<CallInput<'setChecks'>, 'id'>

/** What must be so for the memory to be given, and how it is now. */
export function ChecksCard({ id }: { id: string }) {
  const { data, error } = useOperation('listChecks', { id })
  const { mutateAsync, isPending } = useChange('setChecks')
  const change = async (given: Change, done: string) => {
    try {
      await mutateAsync({ id, ...given })
      showToast(done)
      return true
    } catch (thrown) {
      showFailure(thrown)
      return false
    }
  }
  if (!data) {
    return (
      <Card title="Checks">{error ? <ErrorNote error={error} /> : <Skeleton lines={2} />}</Card>
    )
  }
  return (
    <Card title="Checks" isFlush>
      {data.checks.length > 0 && (
        <List label="Checks">
          {data.checks.map((check) => (
            <CheckRow
              key={check.name}
              check={check}
              isBusy={isPending}
              onDrop={() => void change({ drop: check.name }, 'Check dropped')}
            />
          ))}
        </List>
      )}
      <div className="checks-foot">
        {data.checks.length === 0 && (
          <p className="quiet">Nothing is checked before this memory is given.</p>
        )}
        {data.idle && <p className="quiet">Now {data.idle}.</p>}
        <AddCheck onAdd={(given) => change(given, 'Check added')} isBusy={isPending} />
      </div>
    </Card>
  )
}

interface CheckRowProps {
  readonly check: Check
  readonly isBusy: boolean
  readonly onDrop: () => void
}

function CheckRow({ check: { says, state, since, isByHand }, isBusy, onDrop }: CheckRowProps) {
  return (
    <ListRow
      title={says}
      detail={
        <>
          <Badge tone={state === 'fails' ? 'warn' : 'neutral'}>{checkStateWords[state]}</Badge>{' '}
          {since && (
            <>
              since <RelativeTime at={since} />
            </>
          )}{' '}
          {isByHand && 'added by you'}
        </>
      }
      trailing={
        <IconButton icon="forget" label={`Drop: ${says}`} onClick={onDrop} disabled={isBusy} />
      }
    />
  )
}

const kinds = [
  ['file', 'File exists'],
  ['contains', 'File contains'],
  ['script', 'package.json has script'],
  ['needs', 'package.json asks for'],
  ['ignored', '.gitignore lists'],
] as const

interface AddCheckProps {
  readonly isBusy: boolean
  readonly onAdd: (given: Change) => Promise<boolean>
}

function AddCheck({ isBusy, onAdd }: AddCheckProps) {
  const [kind, setKind] = useState('file')
  const [value, setValue] = useState('')
  const [text, setText] = useState('')
  const given = kind === 'contains' ? { file: value, contains: text } : { [kind]: value }
  const isWhole = value.trim() !== '' && (kind !== 'contains' || text.trim() !== '')
  const add = async () => {
    if (!(await onAdd(given))) return
    setValue('')
    setText('')
  }
  return (
    <details>
      <Summary>Add a check</Summary>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <Select label="Also check that" value={kind} options={kinds} onChange={setKind} />
        <TextField label={labels[kind] ?? 'Path'} value={value} onChange={setValue} />
        {kind === 'contains' && <TextField label="Text" value={text} onChange={setText} />}
        <div className="row">
          <Button type="submit" disabled={isBusy || !isWhole}>
            Add check
          </Button>
        </div>
      </form>
    </details>
  )
}

const labels: Readonly<Record<string, string>> = {
  script: 'Name of the script',
  needs: 'Name and version, such as node 20',
}
