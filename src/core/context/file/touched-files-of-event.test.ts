import { expect, test } from 'vitest'
import type { EventDetail, HostEvent } from '../../model/host-event.ts'
import type { JsonObject } from '../../model/json.ts'
import { filesTouchedBy } from './touched-files-of-event.ts'

type Tool = Extract<EventDetail, { kind: 'tool' }>

function touched(toolName: string, input: JsonObject, changes: Partial<Tool> = {}): string[] {
  const detail: EventDetail = {
    kind: 'tool',
    toolName,
    input,
    output: '',
    outcome: 'ok',
    ...changes,
  }
  const event: HostEvent = {
    host: 'claude-code',
    name: 'PostToolUse',
    sessionId: 's1',
    cwd: '/w/shop/packages/cart',
    detail,
    isDistinct: false,
    fields: {},
  }
  return filesTouchedBy(event, '/w/shop')
}

test.each([
  ['Read', { file_path: '/w/shop/src/a b.ts' }, ['src/a b.ts']],
  ['read', { filePath: '/w/shop/src/a.ts' }, ['src/a.ts']],
  ['Edit', { file_path: '/w/shop/src/a.ts', old_string: 'a' }, ['src/a.ts']],
  ['read_file', { file_path: 'store.ts' }, ['packages/cart/store.ts']],
  ['apply_patch', { input: '*** Update File: ./store.ts\n@@\n' }, ['packages/cart/store.ts']],
  ['Bash', { command: "sed -n '1,80p' store.ts | head -20" }, ['packages/cart/store.ts']],
  ['Bash', { command: 'cd .. && cat "/w/shop/src/my file.ts"' }, ['src/my file.ts']],
  ['Bash', { command: "sed -n '1,5p;9p' store.ts" }, ['packages/cart/store.ts']],
  ['Bash', { command: "cat > store.ts <<'EOF'\ncat a.ts\nEOF" }, ['packages/cart/store.ts']],
  ['Bash', { command: 'git add src/a.ts && rm src/b.ts' }, []],
  ['Grep', { pattern: 'a', path: '/w/shop/src/a.ts' }, []],
  ['Read', { file_path: '/etc/hosts' }, ['/etc/hosts']],
])('%s %j touches %j', (toolName, input, expected) => {
  expect(touched(toolName, input)).toEqual(expected)
})

test('a call that failed touches nothing', () => {
  expect(touched('Read', { file_path: '/w/shop/src/a.ts' }, { outcome: 'failed' })).toEqual([])
})
