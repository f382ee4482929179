import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../../../components/button.tsx'
import type { ControlProps } from './setting-control.tsx'

/** One text per row; each change is saved. */
export function ListControl({ id, setting, value, isDisabled, save, onEdit }: ControlProps) {
  const items = Array.isArray(value) ? value.map(String) : []
  const add = (item: string) =>
    items.includes(item) ? save(undefined, 'This is already in the list.') : save([...items, item])
  const remove = (index: number) => {
    document.getElementById(id)?.focus()
    save(items.toSpliced(index, 1))
  }
  const rest = setting.choices?.filter((choice) => !items.includes(choice))
  return (
    <div className="list-control">
      {items.length > 0 && (
        <ul aria-labelledby={`${id}-name`}>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text may occur twice
            <li key={index}>
              <code className="truncate">{item}</code>
              <IconButton
                icon="close"
                label={`Remove ${item}`}
                disabled={isDisabled}
                onClick={() => remove(index)}
              />
            </li>
          ))}
        </ul>
      )}
      {rest?.length !== 0 && (
        <AddItem id={id} choices={rest} isDisabled={isDisabled} onAdd={add} onEdit={onEdit} />
      )}
    </div>
  )
}

interface AddItemProps {
  readonly id: string
  readonly choices: readonly string[] | undefined
  readonly isDisabled: boolean
  readonly onAdd: (item: string) => void
  readonly onEdit: () => void
}

function AddItem({ id, choices, isDisabled, onAdd, onEdit }: AddItemProps) {
  const [draft, setDraft] = useState('')
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (draft.trim() === '') return
    onAdd(draft.trim())
    setDraft('')
  }
  const write = (text: string) => {
    setDraft(text)
    onEdit()
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
        <select {...common} onChange={({ target }) => write(target.value)}>
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
          onChange={({ target }) => write(target.value)}
        />
      )}
      <Button type="submit" disabled={isDisabled || draft.trim() === ''}>
        Add
      </Button>
    </form>
  )
}
