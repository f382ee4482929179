/** What the scripted model does when Claude Code is asked for it. */
import { join } from 'node:path'
import type { CaptureWorld } from '../world/capture-world.ts'
import type { Gate } from './gate.ts'
import { type Scenario, type Step, use } from './scripted-model.ts'

export interface Gates {
  readonly resumed: Gate
  readonly subagent: Gate
  readonly worktrees: Gate
}

export function claudeCodeScenarios({ repository }: CaptureWorld, gates: Gates): Scenario[] {
  const readme = join(repository, 'README.md')
  return [
    { match: /^list the files$/, steps: [bash('ls')], end: 'There is one README.' },
    { match: /^read a missing file$/, steps: [bash('cat missing.txt')], end: 'It is not there.' },
    {
      match: /^rename the project$/,
      steps: [
        use('Read', { file_path: readme }),
        use('Edit', { file_path: readme, old_string: '# Widgets', new_string: '# Gadgets' }),
        use('Write', { file_path: join(repository, 'NOTES.md'), content: 'Now gadgets.\n' }),
      ],
      end: 'Renamed.',
    },
    {
      match: /^delegate the search$/,
      steps: [
        use('Agent', {
          description: 'Find the parser',
          prompt: 'Search the code for the parser.',
          subagent_type: 'Explore',
        }),
      ],
      end: 'A subagent is on it.',
    },
    {
      match: /^Search the code for the parser\.$/,
      steps: [bash(`${gates.subagent.wait}; echo found`)],
      end: 'The parser lives in src.',
    },
    { match: /^carry on$/, steps: [bash(`${gates.resumed.wait}; echo on`)], end: 'Carried on.' },
    {
      match: /^work in (main|feature)$/,
      steps: [bash(`${gates.worktrees.wait}; git branch --show-current`)],
      end: 'Worked.',
    },
    {
      match: /^remember the port$/,
      steps: [
        // Tools of MCP servers are only named until they are asked for.
        use('ToolSearch', {
          query: `select:${ourTool('memory_store')},${ourTool('memory_recall')}`,
        }),
        use(ourTool('memory_store'), {
          content: 'The preview server listens on port 4173.',
          kind: 'fact',
        }),
        use(ourTool('memory_recall'), { query: 'port of the preview server' }),
      ],
      end: 'It is 4173.',
    },
  ]
}

const ourTool = (name: string) => `mcp__throughline__${name}`

const bash = (command: string): Step => use('Bash', { command, description: 'Run a command' })
