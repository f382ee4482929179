import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import type { SettingValue } from '../use-setting.ts'
import type { ControlProps } from './control-props.ts'

/** A structured value as JSON. Saved with a button, because half-typed JSON is invalid. */
export function JsonControl({ id, setting, isDisabled, save, onEdit }: ControlProps) {
  const box = useRef<HTMLTextAreaElement>(null)
  const stored = JSON.stringify(setting.value, null, 2)
  const [draft, setDraft] = useState(stored)
  useEffect(() => setDraft(stored), [stored])
  const write = (text: string) => {
    setDraft(text)
    onEdit()
  }
  const keep = () => {
    box.current?.focus()
    save(parse(draft), 'This is not JSON: look for a missing quote or comma.')
  }
  const takeBack = () => {
    box.current?.focus()
    write(stored)
  }
  return (
    <div className="json-control">
      <textarea
        ref={box}
        id={id}
        className="control mono"
        aria-describedby={`${id}-about`}
        rows={2}
        value={draft}
        disabled={isDisabled}
        spellCheck={false}
        onChange={({ target }) => write(target.value)}
      />
      {draft !== stored && (
        <div className="row">
          <Button look="primary" onClick={keep}>
            Save
          </Button>
          <Button look="quiet" onClick={takeBack}>
            Discard
          </Button>
        </div>
      )}
    </div>
  )
}

function parse(text: string): SettingValue | undefined {
  try {
    return JSON.parse(text) as SettingValue
  } catch {
    return undefined
  }
}
