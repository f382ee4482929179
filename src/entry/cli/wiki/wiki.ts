import type { Command } from '../command.ts'
import { lintCommand } from './lint.ts'
import { queryCommand } from './query.ts'

export const wikiCommand: Command = {
  examples: ['wiki lint', 'wiki query how do we deploy'],
  commands: { lint: lintCommand, query: queryCommand },
}
