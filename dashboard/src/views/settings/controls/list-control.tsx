import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../../../components/button.tsx'
import type { ControlProps } from './control-props.ts'

/** Texts one below the other; each change is saved. */
export function ListControl({ id, setting, isDisabled, save }: ControlProps) {
  const items = Array.isArray(setting.value) ? setting.value.map(String) : []
  const rest = setting.choices?.filter((choice) => !items.includes(choice))
  return (
    <div className="list-control">
      {items.length > 0 && (
        <ul aria-labelledby={`${id}-name`}>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same may stand there twice
            <li key={index}>
              <code className="truncate">{item}</code>
              <IconButton
                icon="close"
                label={`Remove ${item}`}
                disabled={isDisabled}
                onClick={() => save(items.filter((_, other) => other !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      {rest?.length !== 0 && (
        <AddItem
          id={id}
          choices={rest}
          isDisabled={isDisabled}
          onAdd={(item) => save([...items, item])}
        />
      )}
    </div>
  )
}

interface AddItemProps {
  readonly id: string
  readonly choices: readonly string[] | undefined
  readonly isDisabled: boolean
  readonly onAdd: (item: string) => void
}

function AddItem({ id, choices, isDisabled, onAdd }: AddItemProps) {
  const [draft, setDraft] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (draft.trim() === '') return
    onAdd(draft.trim())
    setDraft('')
  }
  const common = {
    id,
    className: 'control',
    'aria-describedby': `${id}-about`,
    value: draft,
    disabled: isDisabled,
  }
  return (
    <form className="list-control-add" onSubmit={add}>
      {choices ? (
        <select {...common} onChange={({ target }) => setDraft(target.value)}>
          <option value="">Choose one</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          {...common}
          type="text"
          spellCheck={false}
          onChange={({ target }) => setDraft(target.value)}
        />
      )}
      <Button type="submit" disabled={isDisabled || draft.trim() === ''}>
        Add
      </Button>
    </form>
  )
}
