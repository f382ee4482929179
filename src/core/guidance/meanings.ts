/** What each kind and scope is for, as agents are told. */
import type { MemoryKind, MemoryScope } from '../../contract/vocabulary.ts'

export const kindMeanings: Readonly<Record<MemoryKind, string>> = {
  preference: 'how the user likes to work',
  correction: 'what the user put right',
  decision: 'a choice, its reason, what was ruled out',
  fact: 'true of the project though no file says so',
  fix: 'what solved an error, with the cause',
  workaround: 'what avoids an error that stays',
  procedure: 'how to build, test, deploy, debug',
  reference: 'where something is kept or described',
  rule: 'what must always or never be done',
}

export const scopeMeanings: Readonly<Record<MemoryScope, string>> = {
  global: 'true of the user in every project',
  project: 'true in this repository; the default',
  session: 'for the rest of this session',
  agent: 'for agents of one name',
}
