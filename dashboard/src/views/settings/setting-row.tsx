import { useId } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Command } from '../../components/command.tsx'
import { Icon } from '../../components/icon.tsx'
import { SettingControl } from './controls/setting-control.tsx'
import { nameOf } from './setting-names.ts'
import { useSetting } from './use-setting.ts'

type Setting = OutputOf<'getSettings'>['settings'][number]

/** A setting: description, value and the result of saving it. */
export function SettingRow({ setting }: { setting: Setting }) {
  const id = useId()
  const { key, description, source, needsRestart, terminalOnly } = setting
  const { value, save, reset, forgetOutcome, isSaved, problem } = useSetting(setting)
  // The button disappears with its action, so move the focus first.
  const takeDefault = () => {
    document.getElementById(id)?.focus()
    reset()
  }
  return (
    <div className="setting">
      <div className="setting-text">
        <label id={`${id}-name`} htmlFor={id} className="setting-name">
          {nameOf(key)}
        </label>
        <p id={`${id}-about`} className="setting-about">
          {description}
        </p>
        <p className="row setting-key">
          <code>{key}</code>
          {needsRestart && <Badge>after a restart</Badge>}
          {terminalOnly && <Badge>in the terminal only</Badge>}
        </p>
      </div>
      <div className="setting-value">
        <SettingControl
          id={id}
          setting={setting}
          value={value}
          isDisabled={terminalOnly !== undefined}
          save={save}
          onEdit={forgetOutcome}
        />
        <p className="setting-outcome" role="status">
          {isSaved && (
            <span className="setting-saved">
              <Icon name="done" size={12} /> Saved
            </span>
          )}
        </p>
        {problem && (
          <p className="setting-problem" role="alert">
            {problem}
          </p>
        )}
        {terminalOnly && <Command text={`throughline config set ${key} '${exampleOf(setting)}'`} />}
        {source === 'file' && !terminalOnly && (
          <Button look="quiet" className="setting-reset" onClick={takeDefault}>
            Use the default
            <DefaultValue value={setting.default} />
          </Button>
        )}
        {isSaved && needsRestart && (
          <div className="setting-restart">
            <p>Takes effect when the daemon restarts:</p>
            <Command text="throughline stop && throughline dashboard" />
          </div>
        )}
      </div>
    </div>
  )
}

function DefaultValue({ value }: { value: Setting['default'] }) {
  if (typeof value === 'boolean') return value ? ': on' : ': off'
  if (typeof value === 'object' || value === '') return null
  return `: ${value}`
}

/** What it is now, as a shell takes it between single quotes. */
function exampleOf({ value }: Setting): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.replaceAll("'", "'\\''")
}
