/** Saves a setting and tracks the result. */
import { useState } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { useChange } from '../../api/operation-hooks.ts'

type Setting = OutputOf<'getSettings'>['settings'][number]
export type SettingValue = Setting['value']

export function useSetting(setting: Setting) {
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
    /** The value being saved counts at once, so a second press means the opposite of the first. */
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
