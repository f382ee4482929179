/** Saves one setting at a time, and knows how that went. */
import { useState } from 'react'
import type { OutputOf } from '../../api/call.ts'
import { useChange } from '../../api/operation-hooks.ts'

type Setting = OutputOf<'getSettings'>['settings'][number]
export type SettingValue = Setting['value']

export function useSetting({ key }: Setting) {
  const set = useChange('setSetting')
  const toDefault = useChange('resetSetting')
  const [outcome, setOutcome] = useState<{ isSaved: boolean; problem?: string }>({ isSaved: false })
  const told = {
    onSuccess: () => setOutcome({ isSaved: true }),
    onError: ({ message }: Error) => refuse(message.replace(`${key}: `, '')),
  }
  const refuse = (problem: string) => setOutcome({ isSaved: false, problem })
  return {
    ...outcome,
    /** @param value undefined when what was written is no value at all */
    save(value: SettingValue | undefined, problem = 'this cannot be understood') {
      if (value === undefined) refuse(problem)
      else set.mutate({ key, value }, told)
    },
    reset: () => toDefault.mutate({ key }, told),
  }
}
