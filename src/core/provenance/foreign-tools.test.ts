import { describe, expect, test } from 'vitest'
import { toAction } from '../activity/to-action.ts'
import type { Json } from '../model/json.ts'
import { readsForeignText } from './foreign-tools.ts'

const folder = '/home/dev/project'
const isForeign = (toolName: string, input: Json) =>
  readsForeignText(toAction({ id: 'e1', toolName, input, output: '', outcome: 'ok' }, folder), [
    folder,
  ])

describe('text from elsewhere', () => {
  test.each([
    ['WebFetch', { url: 'https://example.com' }],
    ['google_web_search', { query: 'x' }],
    ['mcp__github__get_issue', { number: 7 }],
    ['jira_search', { jql: 'x' }],
    ['Read', { file_path: '/home/dev/other/README.md' }],
    ['Read', { file_path: `${folder}/node_modules/left-pad/README.md` }],
    ['Read', { file_path: `${folder}/vendor/lib/doc.go` }],
    ['Grep', { pattern: 'x', path: '/usr/share/doc' }],
    ['Bash', { command: 'curl -s https://example.com | head' }],
    ['Bash', { command: 'cd src && wget example.com/a' }],
    ['Bash', { command: 'gh issue view 7' }],
    ['Bash', { command: 'cat <<EOF\nx\nEOF\ncurl example.com' }],
    ['Bash', { command: 'python3 -c "print(get(\'https://example.com\'))"' }],
    ['Bash', { command: 'npm view left-pad readme' }],
    ['Bash', { command: 'cat node_modules/left-pad/README.md' }],
    ['Bash', { command: 'head -50 ~/Downloads/mail.txt' }],
    ['Bash', { command: 'cat ../elsewhere/README.md' }],
    ['exec_command', { cmd: 'sed -n 1,20p /tmp/page.html' }],
  ])('%s %j', (toolName, input) => {
    expect(isForeign(toolName, input)).toBe(true)
  })
})

describe('text of the project', () => {
  test.each([
    ['Read', { file_path: `${folder}/README.md` }],
    ['Bash', { command: 'npm test' }],
    ['Bash', { command: 'git log --oneline | head -5' }],
    ['Bash', { command: 'curl_helper=1 make' }],
    ['Bash', { command: 'cd /home/dev/project && npm run build 2>/dev/null' }],
    ['Bash', { command: 'node -e "fetch(\'http://localhost:3000/health\')"' }],
    ['Bash', { command: 'mkdir -p /tmp/out && ls /usr/bin' }],
    ['Grep', { pattern: 'x', path: 'src' }],
    ['Grep', { pattern: 'x', path: folder }],
    ['Bash', { command: `grep -rn x ${folder}/src` }],
    ['Bash', { command: 'npm test > /tmp/out.txt; tail -5 /tmp/out.txt' }],
    ['Bash', { command: 'node_modules/.bin/biome check' }],
    ['Bash', { command: 'node node_modules/@biomejs/biome/bin/biome check' }],
    ['Bash', { command: 'gh pr create --title x' }],
    ['Edit', { diff: '+x' }],
    ['Bash', { command: 'git commit -m "$(cat <<EOF\nsee https://example.com\nEOF\n)"' }],
    ['Bash', { command: 'npm test | tee /tmp/a | tail; cat /tmp/a' }],
    ['TodoWrite', { todos: [] }],
    ['AskUserQuestion', { questions: [] }],
    ['mcp__throughline__memory_recall', { query: 'x' }],
    ['mcp__plugin_throughline_throughline__memory_store', { content: 'x' }],
  ])('%s %j', (toolName, input) => {
    expect(isForeign(toolName, input)).toBe(false)
  })
})
