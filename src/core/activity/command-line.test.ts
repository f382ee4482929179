import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commandKeys, commandsIn } from './command-line.ts'

test.each([
  ['npm test', ['npm test']],
  ['cd app && npm test 2>&1 | tail -30', ['npm test']],
  ['npm test > /tmp/out.txt 2>&1; echo "exit: $?"', ['npm test']],
  ['npm run build && npm test', ['npm run build', 'npm test']],
  ['npm run a\nnpm run b', ['npm run a', 'npm run b']],
  ['docker run \\\n  --rm app', ['docker run --rm app']],
  ['# first\nmake all', ['make all']],
  ['for f in a b; do prettier -w $f; done', ['prettier -w $f']],
  ['npm start &', ['npm start']],
])('%j does what matters', (commandLine, commands) => {
  expect(commandsIn(commandLine)).toEqual(commands)
})

test.each([
  'ls -la',
  'cat a.txt | grep b',
  'git status && git diff --stat',
  'git -C app log --oneline -5',
  'sed -n 1,20p a.ts',
  'cd src; pwd',
  '[ -f a ] && echo yes',
  '',
  '# nothing',
])('%j only looks around', (commandLine) => {
  expect(commandsIn(commandLine)).toEqual([])
})

test('marks within quotes separate nothing', () => {
  expect(commandsIn('git commit -m "a && b; c | d > e"')).toEqual([
    'git commit -m "a && b; c | d > e"',
  ])
})

test('a commit message from a here document is shown by its first line', () => {
  const line = `git add -A && git commit -m "$(cat <<'EOF'\nRound once\n\nBecause.\nEOF\n)" && git push`
  expect(commandsIn(line)).toEqual(['git add -A', 'git commit -m "Round once"', 'git push'])
})

test('a script fed in is left out', () => {
  expect(commandsIn("python3 - <<'EOF'\nimport os\nos.remove('a')\nEOF\nnpm test")).toEqual([
    'python3 -',
    'npm test',
  ])
})

test.each(['npx', 'CI= ', 'sudo', 'timeout -k 5 300', 'uv run', 'pnpm exec', 'mise exec --'])(
  'a command has the same key after %s',
  (launcher) => {
    expect(commandKeys(`${launcher} vitest run`)).toEqual(commandKeys('vitest run'))
  },
)

test('any text is read without failing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 4_000 }), (text) => {
      for (const command of commandsIn(text)) expect(command).not.toBe('')
    }),
  )
})
