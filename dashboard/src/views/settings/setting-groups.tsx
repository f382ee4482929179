import { useId, useState } from 'react'
import { useChange, useOperation } from '../../api/operation-hooks.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { Command } from '../../components/command.tsx'
import { TextFilter } from '../../components/filters.tsx'
import { Icon } from '../../components/icon.tsx'
import { EmptyState, Pending } from '../../components/placeholders.tsx'
import { Card } from '../../components/view.tsx'
import { count } from '../../wording/amounts.ts'
import { type Setting, SettingControl, type SettingValue } from './setting-control.tsx'
import { nameOf, sectionOf, sections } from './setting-names.ts'

export function SettingGroups() {
  const { data, error } = useOperation('getSettings', {})
  const [words, setWords] = useState<string>()
  if (!data) return <Pending error={error} lines={8} />
  const found = data.settings.filter((setting) => matches(setting, words ?? ''))
  const [everyday, advanced] = [false, true].map((isAdvanced) =>
    found.filter((setting) => setting.isAdvanced === isAdvanced),
  )
  return (
    <div className="stack">
      <search className="settings-search">
        <TextFilter label="Find a setting" value={words} onChange={setWords} />
        <p className="settings-file">
          Kept in <code>{data.file}</code>
        </p>
      </search>
      {found.length === 0 && (
        <EmptyState title="No setting matches">
          Try another word; names, keys and descriptions are searched.
        </EmptyState>
      )}
      <Sections settings={everyday ?? []} />
      {advanced && advanced.length > 0 && (
        <details className="stack" open={words !== undefined}>
          <summary className="settings-advanced">{summarise(advanced)}</summary>
          <Sections settings={advanced} />
        </details>
      )}
    </div>
  )
}

function summarise(advanced: readonly Setting[]): string {
  const changed = advanced.filter(({ source }) => source === 'file').length
  return `${count(advanced.length, 'advanced setting')}${changed === 0 ? '' : `, ${changed} changed`}`
}

function Sections({ settings }: { readonly settings: readonly Setting[] }) {
  const groups = Object.groupBy(settings, ({ key }) => sectionOf(key).title)
  return sections.map(
    ({ title }) =>
      groups[title] && (
        <Card key={title} title={title} isFlush>
          {groups[title].map((setting) => (
            <SettingRow key={setting.key} setting={setting} />
          ))}
        </Card>
      ),
  )
}

function matches({ key, description }: Setting, words: string): boolean {
  const text = `${key} ${nameOf(key)} ${sectionOf(key).title} ${description}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** A setting: description, value and the result of saving it. */
function SettingRow({ setting }: { setting: Setting }) {
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
            <Command text="throughline restart" />
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

function useSetting(setting: Setting) {
  const { key } = setting
  const set = useChange('setSetting')
  const toDefault = useChange('resetSetting')
  const [outcome, setOutcome] = useState<{ isSaved: boolean; problem?: string }>({ isSaved: false })
  const [saved, setSaved] = useState<Pick<Setting, 'value'>>()
  const text = {
    onSuccess: () => setOutcome({ isSaved: true }),
    onError: ({ message }: Error) => refuse(message.replace(`${key}: `, '')),
    onSettled: () => setSaved(undefined),
  }
  const refuse = (problem: string) => setOutcome({ isSaved: false, problem })
  return {
    ...outcome,
    /** The value being saved is used at once, so a second press means the opposite of the first. */
    value: (saved ?? setting).value,
    /** @param value undefined if the input is invalid */
    save(value: SettingValue | undefined, problem = 'this is not a valid value') {
      if (value === undefined) return refuse(problem)
      setSaved({ value })
      set.mutate({ key, value }, text)
    },
    reset: () => toDefault.mutate({ key }, text),
    /** Call it when the input differs from the value that was rejected or saved. */
    forgetOutcome: () => setOutcome({ isSaved: false }),
  }
}
