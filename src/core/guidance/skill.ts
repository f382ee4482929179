/** The eager guidance as a skill, which agents load when a task calls for it. */
import { guidance } from './guidance.ts'

const description =
  'When to recall and when to save with Throughline, which kind and scope to choose, and what never to save. Use it when a task begins, before asking or deciding what may be settled already, when a command or test fails, and when something was learned that later sessions should know.'

export const skill = `---
name: using-memory
description: ${description}
---

${guidance.eager}
`
