import { useState } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { useOperation } from '../../api/operation-hooks.ts'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Pending } from '../../components/pending.tsx'
import { TextField } from '../../components/text-field.tsx'
import { nameOf, sectionOf, sections } from './setting-names.ts'
import { SettingRow } from './setting-row.tsx'

type Setting = OutputOf<'getSettings'>['settings'][number]

/** All settings in groups, with a search box. */
export function SettingGroups() {
  const { data, error } = useOperation('getSettings', {})
  const [words, setWords] = useState('')
  if (!data) return <Pending error={error} lines={8} />
  const found = data.settings.filter((setting) => matches(setting, words))
  const groups = Object.groupBy(found, ({ key }) => sectionOf(key).title)
  return (
    <div className="stack">
      <search className="settings-search">
        <TextField label="Find a setting" value={words} onChange={setWords} />
        <p className="settings-file">
          Kept in <code>{data.file}</code>
        </p>
      </search>
      {found.length === 0 && (
        <EmptyState title="No setting matches">
          Try another word; names, keys and descriptions are searched.
        </EmptyState>
      )}
      {sections.map(({ title }) => {
        const settings = groups[title]
        return (
          settings && (
            <Card key={title} title={title} isFlush>
              {settings.map((setting) => (
                <SettingRow key={setting.key} setting={setting} />
              ))}
            </Card>
          )
        )
      })}
    </div>
  )
}

function matches({ key, description }: Setting, words: string): boolean {
  const text = `${key} ${nameOf(key)} ${sectionOf(key).title} ${description}`.toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
