/** A setting in config.json that this version does not know. */
export interface UnknownSetting {
  readonly key: string
  readonly nearest?: string
}

export function describeUnknown({ key }: UnknownSetting): string {
  return `unknown setting "${key}" in config.json has no effect`
}

export function unknownSettingHint({ key, nearest }: UnknownSetting): string {
  const guess = nearest === undefined ? '' : `did you mean "${nearest}"? `
  return `${guess}throughline config reset ${key} removes it`
}
