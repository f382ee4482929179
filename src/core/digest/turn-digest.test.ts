import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digest as digestSchema } from '../../contract/digest.ts'
import { toAction } from '../activity/to-action.ts'
import type { Json } from '../model/json.ts'
import type { CapturedTurn } from '../ports/history.ts'
import { renderDigest } from './render-digest.ts'
import { digestTurn } from './turn-digest.ts'

const folder = '/home/dev/project'

function turn(changes: Partial<CapturedTurn> = {}): CapturedTurn {
  return {
    id: 't1',
    number: 1,
    hostTurnId: undefined,
    prompt: 'Fix the total.',
    origin: 'user',
    answer: 'Fixed.',
    outcome: 'ok',
    endedAt: undefined,
    actions: [],
    ...changes,
  }
}

const done = (
  id: string,
  toolName: string,
  input: Json,
  output: Json = null,
  outcome: 'ok' | 'failed' = 'ok',
) => toAction({ id, toolName, input, output, outcome }, folder)
const ran = (id: string, command: string, output = '', outcome: 'ok' | 'failed' = 'ok') =>
  done(id, 'Bash', { command }, { stdout: output }, outcome)

const fixing = turn({
  prompt: 'The checkout total is off by a cent. Always run npm test before you commit here.',
  answer:
    'Fixed: prices were multiplied as floats. We round once because rounding each line loses money.',
  actions: [
    done('e1', 'Read', { file_path: `${folder}/src/price.ts` }),
    done('e2', 'Read', { file_path: `${folder}/src/cart.ts` }),
    ran('e3', 'npm test', 'Tests  1 failed | 11 passed (12)', 'failed'),
    done('e4', 'Edit', { file_path: `${folder}/src/price.ts` }),
    ran('e5', 'npm test 2>&1 | tail -20', 'Tests  12 passed (12)'),
    ran('e6', 'git status'),
    ran('e7', 'git commit -am "round once"'),
  ],
})

test('a turn is described by what was asked, done, learned and left', () => {
  expect(digestTurn(fixing)).toEqual({
    type: 'turn',
    outcome: 'ok',
    toolEvents: 7,
    steps: [
      {
        turn: 1,
        signs: ['change', 'commit'],
        title: 'The checkout total is off by a cent',
        request: fixing.prompt,
        result: fixing.answer,
        cites: ['t1'],
      },
    ],
    filesRead: [{ path: 'src/cart.ts', cites: ['e2'] }],
    filesChanged: [{ path: 'src/price.ts', cites: ['e4'] }],
    tests: [
      { command: 'npm test', outcome: 'fixed', passed: 12, failures: 1, cites: ['e3', 'e5'] },
    ],
    commands: [{ command: 'git commit -am "round once"', outcome: 'passed', cites: ['e7'] }],
    decided: [{ text: 'Always run npm test before you commit here.', cites: ['t1'] }],
    learned: [{ text: 'We round once because rounding each line loses money.', cites: ['t1'] }],
    shipped: [{ kind: 'commit', text: 'round once', cites: ['e7'] }],
    open: [],
  })
})

test('it reads as a few plain lines', () => {
  expect(renderDigest(digestTurn(fixing)).split('\n')).toEqual([
    `Asked: ${fixing.prompt}`,
    `Result: ${fixing.answer}`,
    'Changed: src/price.ts',
    'Tests: `npm test` failed, then passed (12 passed)',
    'Ran: `git commit -am "round once"`',
    'Read: src/cart.ts',
  ])
})

describe('what is left open', () => {
  const open = (changes: Partial<CapturedTurn>) =>
    digestTurn(turn(changes)).open.map(({ kind, text }) => `${kind}: ${text}`)

  test('tests that fail at the end', () => {
    expect(open({ actions: [ran('e1', 'npm test', '2 failed, 3 passed', 'failed')] })).toEqual([
      'failing: `npm test` fails (2 failed)',
    ])
  })

  test('tests that fail behind a pipe, whatever its exit code', () => {
    const actions = [ran('e1', 'pytest | tail -3', '2 failed, 3 passed in 0.1s')]
    expect(open({ actions })).toEqual(['failing: `pytest` fails (2 failed)'])
  })

  test('no check that the user did not let run', () => {
    const refused = "The user doesn't want to proceed with this tool use."
    expect(open({ actions: [ran('e1', 'npm test', refused, 'failed')] })).toEqual([])
  })

  test('no check after which something changed, was committed, or passed', () => {
    const failed = ran('e1', 'npm test', '2 failed, 3 passed', 'failed')
    const edited = done('e2', 'Edit', { file_path: `${folder}/a.ts` })
    const committed = ran('e2', 'git commit -am x')
    const passed = ran('e2', 'npx vitest run a', '3 passed')
    for (const after of [edited, committed, passed]) {
      expect(open({ actions: [failed, after] })).toEqual([])
    }
  })

  test('a build that fails at the end, but not any command', () => {
    const actions = [ran('e1', 'npm run build', '', 'failed'), ran('e2', 'rm a', '', 'failed')]
    expect(open({ actions })).toEqual(['failing: `npm run build` fails'])
  })

  test('a question to the person', () => {
    expect(open({ answer: 'Two ways. Which one do you want?' })).toEqual([
      'question: Which one do you want?',
    ])
  })

  test('a turn that was cut or failed', () => {
    expect(open({ outcome: 'cut' })).toEqual([
      'interrupted: Turn 1 was interrupted before it ended.',
    ])
    expect(open({ outcome: 'failed' })).toEqual(['interrupted: Turn 1 ended with an error.'])
  })
})

test('an answer the user gave the agent is a decision', () => {
  const output = { answers: { 'Which package manager?': 'pnpm' } }
  const actions = [done('e1', 'AskUserQuestion', {}, output)]
  expect(digestTurn(turn({ actions })).decided).toEqual([
    { text: 'Which package manager? pnpm', cites: ['e1'] },
  ])
})

test('what the host says itself is no request', () => {
  const told = turn({
    origin: 'notification',
    prompt: '<task-notification>done</task-notification>',
  })
  expect(digestTurn(told).steps).toEqual([{ turn: 1, signs: [], result: 'Fixed.', cites: ['t1'] }])
})

test('an edit that failed changed nothing', () => {
  const actions = [
    done('e1', 'Edit', { file_path: `${folder}/a.ts` }, { error: 'no match' }, 'failed'),
  ]
  expect(digestTurn(turn({ actions })).filesChanged).toEqual([])
})

test.each([
  [
    'Claude Code',
    'Edit',
    { file_path: `${folder}/a.ts` },
    'Bash',
    { command: 'npm test' },
    { stdout: '3 passed' },
  ],
  [
    'Codex',
    'apply_patch',
    { command: '*** Begin Patch\n*** Update File: a.ts\n*** End Patch' },
    'shell',
    { command: ['bash', '-lc', 'npm test'] },
    '{"output":"3 passed","metadata":{"exit_code":0}}',
  ],
  [
    'Gemini CLI',
    'replace',
    { file_path: `${folder}/a.ts` },
    'run_shell_command',
    { command: 'npm test' },
    { llmContent: 'Output: 3 passed', returnDisplay: '3 passed' },
  ],
  [
    'OpenCode',
    'edit',
    { filePath: `${folder}/a.ts` },
    'bash',
    { command: 'npm test' },
    { output: '3 passed', metadata: { exit: 0 } },
  ],
  [
    'Copilot',
    'edit',
    { path: `${folder}/a.ts` },
    'bash',
    { command: 'npm test' },
    { textResultForLlm: '3 passed\n<shellId: 0 completed with exit code 0>' },
  ],
])('the tools of %s give the same digest', (_host, editTool, edit, shellTool, command, output) => {
  const actions = [done('e1', editTool, edit), done('e2', shellTool, command, output)]
  expect(digestTurn(turn({ actions }))).toMatchObject({
    filesChanged: [{ path: 'a.ts', cites: ['e1'] }],
    tests: [{ command: 'npm test', outcome: 'passed', passed: 3, cites: ['e2'] }],
  })
})

test('the same turn gives the same bytes, in whatever order its tool events arrive', () => {
  const bytes = JSON.stringify(digestTurn(fixing))
  fc.assert(
    fc.property(fc.shuffledSubarray([...fixing.actions], { minLength: 7 }), (actions) => {
      expect(JSON.stringify(digestTurn({ ...fixing, actions }))).toBe(bytes)
    }),
    { numRuns: 100 },
  )
})

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 500 }),
  fc.lorem({ maxCount: 200, mode: 'sentences' }),
  fc.string({ unit: 'binary', maxLength: 300 }),
)
const anyAction = fc
  .record({
    toolName: fc.constantFrom(
      'Bash',
      'Edit',
      'Read',
      'apply_patch',
      'mcp__a__b',
      'AskUserQuestion',
    ),
    input: fc.record({ command: anyText, file_path: anyText }),
    output: fc.oneof(
      anyText,
      fc.record({ stdout: anyText }),
      fc.record({ answers: fc.record({ a: anyText }) }),
    ),
    outcome: fc.constantFrom('ok' as const, 'failed' as const),
  })
  .map((use) => use)

test('any turn gives a digest within its bounds that the contract accepts', () => {
  fc.assert(
    fc.property(
      fc.option(anyText, { nil: undefined }),
      fc.option(anyText, { nil: undefined }),
      fc.array(anyAction, { maxLength: 60 }),
      (prompt, answer, uses) => {
        const actions = uses.map((use, index) => toAction({ id: `e${index}`, ...use }, folder))
        const digest = digestTurn(turn({ prompt, answer, actions }))
        expect(digestSchema.parse(JSON.parse(JSON.stringify(digest)))).toEqual(digest)
        const text = renderDigest(digest)
        expect(text.length).toBeLessThanOrEqual(1_200)
        expect(text.isWellFormed()).toBe(true)
        expect(JSON.stringify(digest).length).toBeLessThan(60_000)
      },
    ),
  )
})
