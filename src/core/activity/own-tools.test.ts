import { expect, test } from 'vitest'
import { isOwnWrite } from './own-tools.ts'

test.each([
  'mcp__throughline__memory_store',
  'mcp__plugin_throughline_throughline__memory_store',
  'mcp_throughline_memory_update',
  'throughline_memory_store',
  'throughline-memory_store',
  '@throughline/memory_forget',
  'throughline.memory_store',
  'MCP:memory_store',
])('%s is a write of ours', (name) => {
  expect(isOwnWrite(name)).toBe(true)
})

test.each([
  'mcp__throughline__memory_recall',
  'mcp__notes__memory_store',
  'other_memory_store',
  'memory_store',
  'mcp__throughline-evil__memory_store',
  'mcp__not_throughline__memory_store',
  'throughline_docs_memory_store',
  'memory_store_all',
  'Bash',
  'mcp__throughline__session_get',
])('%s is none', (name) => {
  expect(isOwnWrite(name)).toBe(false)
})
