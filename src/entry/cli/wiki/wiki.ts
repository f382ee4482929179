import type { Command } from '../command.ts'
import { checkCommand } from './check.ts'
import { lintCommand } from './lint.ts'
import { disableCommand, enableCommand } from './place.ts'
import { queryCommand } from './query.ts'

export const wikiCommand: Command = {
  examples: ['wiki lint', 'wiki query how do we deploy'],
  commands: {
    lint: lintCommand,
    query: queryCommand,
    enable: enableCommand,
    disable: disableCommand,
    check: checkCommand,
  },
}
