import { useEffect, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import type { SettingValue } from '../use-setting.ts'
import type { ControlProps } from './control-props.ts'

/** What has a shape of its own, as JSON; saved by a button, since half of it is nothing. */
export function JsonControl({ id, setting, isDisabled, save }: ControlProps) {
  const stored = JSON.stringify(setting.value, null, 2)
  const [draft, setDraft] = useState(stored)
  useEffect(() => setDraft(stored), [stored])
  return (
    <div className="json-control">
      <textarea
        id={id}
        className="control mono"
        aria-describedby={`${id}-about`}
        rows={2}
        value={draft}
        disabled={isDisabled}
        spellCheck={false}
        onChange={({ target }) => setDraft(target.value)}
      />
      {draft !== stored && (
        <div className="row">
          <Button
            look="primary"
            onClick={() =>
              save(parse(draft), 'This is not JSON: look for a missing quote or comma.')
            }
          >
            Save
          </Button>
          <Button look="quiet" onClick={() => setDraft(stored)}>
            Take back
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
