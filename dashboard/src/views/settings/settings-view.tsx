/** The settings in tabs. Arrow keys, Home and End move between them. */
import './settings.css'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ComponentType, type KeyboardEvent, useId } from 'react'
import { View } from '../../components/view.tsx'
import { type SettingsTab, settingsTabs } from '../../read-params.ts'
import { Agents } from './agents.tsx'
import { DataTab } from './data-tab.tsx'
import { Health } from './health.tsx'
import { Jobs } from './jobs.tsx'
import { Projects } from './projects.tsx'
import { SettingGroups } from './setting-groups.tsx'

const tabs: Record<SettingsTab, { readonly label: string; readonly content: ComponentType }> = {
  settings: { label: 'Settings', content: SettingGroups },
  agents: { label: 'Agents', content: Agents },
  projects: { label: 'Projects', content: Projects },
  data: { label: 'Data', content: DataTab },
  health: { label: 'Health', content: HealthAndJobs },
}

function HealthAndJobs() {
  return (
    <div className="stack">
      <Health />
      <Jobs />
    </div>
  )
}

export function SettingsView() {
  const { tab = 'settings' } = getRouteApi('/settings').useSearch()
  const navigate = useNavigate({ from: '/settings' })
  const id = useId()
  const Content = tabs[tab].content
  const select = (name: SettingsTab) => void navigate({ search: { tab: name }, replace: true })
  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabAfter(tab, event.key)
    if (next === tab) return
    event.preventDefault()
    select(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <View title="Settings" intro="How Throughline works, and which agents it works with.">
      <div className="tabs">
        <div
          role="tablist"
          aria-label="Parts of the settings"
          className="tab-list"
          onKeyDown={onKeyDown}
        >
          {settingsTabs.map((name) => (
            <button
              key={name}
              id={`${id}-${name}`}
              type="button"
              role="tab"
              className="tab"
              aria-selected={name === tab}
              aria-controls={`${id}-panel`}
              tabIndex={name === tab ? 0 : -1}
              onClick={() => select(name)}
            >
              {tabs[name].label}
            </button>
          ))}
        </div>
        <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}`}>
          <Content />
        </div>
      </div>
    </View>
  )
}

function tabAfter(tab: SettingsTab, key: string): SettingsTab {
  const index = settingsTabs.indexOf(tab)
  const places: Record<string, number> = {
    ArrowRight: (index + 1) % settingsTabs.length,
    ArrowLeft: index - 1,
    Home: 0,
    End: -1,
  }
  return settingsTabs.at(places[key] ?? index) ?? tab
}
