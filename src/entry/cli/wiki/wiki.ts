import type { Command } from '../command.ts'
import { applyCommand, buildCommand } from './build.ts'
import { checkCommand } from './check.ts'
import { diffCommand } from './diff.ts'
import { lintCommand } from './lint.ts'
import { openCommand } from './open.ts'
import { disableCommand, enableCommand } from './place.ts'
import { queryCommand } from './query.ts'
import { wikiStatusCommand as statusCommand } from './status.ts'
import { watchCommand } from './watch.ts'

export const wikiCommand: Command = {
  examples: ['wiki build', 'wiki status', 'wiki query how do we deploy'],
  byDefault: 'status',
  commands: {
    build: buildCommand,
    status: statusCommand,
    diff: diffCommand,
    apply: applyCommand,
    watch: watchCommand,
    open: openCommand,
    lint: lintCommand,
    query: queryCommand,
    enable: enableCommand,
    disable: disableCommand,
    check: checkCommand,
  },
}
