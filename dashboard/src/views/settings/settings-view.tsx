import './settings.css'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { Tabs } from '../../components/tabs.tsx'
import { View } from '../../components/view.tsx'
import { type SettingsTab, settingsTabs } from '../../read-params.ts'
import { Agents } from './agents.tsx'
import { DataTab } from './data-tab.tsx'
import { Health } from './health.tsx'
import { Projects } from './projects.tsx'
import { SettingGroups } from './setting-groups.tsx'

const labels: Record<SettingsTab, string> = {
  settings: 'Settings',
  agents: 'Agents',
  projects: 'Projects',
  data: 'Data',
  health: 'Health',
}

const contents: Record<SettingsTab, ComponentType> = {
  settings: SettingGroups,
  agents: Agents,
  projects: Projects,
  data: DataTab,
  health: Health,
}

export function SettingsView() {
  const { tab = 'settings' } = getRouteApi('/settings').useSearch()
  const navigate = useNavigate({ from: '/settings' })
  const Content = contents[tab]
  return (
    <View title="Settings" intro="How Throughline works, and which agents it works with.">
      <Tabs
        label="Parts of the settings"
        tabs={settingsTabs.map((name) => ({ name, label: labels[name] }))}
        selected={tab}
        onSelect={(name) => void navigate({ search: { tab: name }, replace: true })}
      >
        <Content />
      </Tabs>
    </View>
  )
}
