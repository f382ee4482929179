/** What every released client is asked to do: work with one failure, go on, and remember something. */
import type { Scenario, Step } from './scripted-model.ts'

export const licence = 'Widgets is under the MIT licence.'
export const storedLicence = { content: licence, kind: 'fact' }

/** @param store the steps that store the licence */
export function usualScenarios(
  run: (command: string) => Step,
  ...store: readonly Step[]
): readonly Scenario[] {
  return [
    {
      match: /^list the files$/,
      steps: [run('ls'), run('cat missing.txt')],
      end: 'There is one README.',
    },
    { match: /^carry on$/, end: 'Carried on.' },
    { match: /^remember the licence$/, steps: store, end: 'Remembered.' },
  ]
}
