/** Imports the history of a home in a process of its own, and prints what it took. */
import { lowerPriority } from '../../src/compose/import/lower-priority.ts'
import { openLocal } from '../../src/compose/local.ts'

lowerPriority()
const [userHome = '', root = ''] = process.argv.slice(2)
const local = await openLocal({ root, userHome, env: {} })
const before = process.cpuUsage()
const found = await local.histories.find({ sources: ['claude-code'] })
const { signal } = new AbortController()
const { turns, toolCalls } = await local.histories.import(found, { signal })
const { user, system } = process.cpuUsage(before)
local.close()
const peakBytes = process.resourceUsage().maxRSS * 1024
process.stdout.write(
  JSON.stringify({ turns, toolCalls, seconds: (user + system) / 1e6, peakBytes }),
)
