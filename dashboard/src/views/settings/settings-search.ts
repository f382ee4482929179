export const settingsTabs = ['settings', 'agents', 'projects', 'data', 'health'] as const

export type SettingsTab = (typeof settingsTabs)[number]

export interface SettingsSearch {
  readonly tab?: SettingsTab | undefined
}

export function readSettingsSearch({ tab }: Record<string, unknown>): SettingsSearch {
  return { tab: settingsTabs.find((name) => name === tab) }
}
