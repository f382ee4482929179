import { describe, expect, it, test } from 'vitest'
import { hookCommandLine, pathLine } from './hook-command.ts'

const program = {
  shim: "/home/o'neil/.throughline/bin/throughline-hook",
  node: 'C:\\Program Files\\nodejs\\node.exe',
  entry: "C:\\Users\\o'neil\\.throughline\\bin\\throughline-hook.cjs",
}
const codex = { name: 'codex' }
const gemini = { name: 'gemini', windowsShell: 'powershell' } as const
const start = { name: 'SessionStart', answers: true }
const stop = { name: 'Stop', answers: false }

test.each(['linux', 'darwin'])('on %s a host runs the shell script', (platform) => {
  const expected = "'/home/o'\\''neil/.throughline/bin/throughline-hook' gemini Stop"
  expect(hookCommandLine({ ...program, platform }, gemini, stop)).toBe(expected)
})

describe('on Windows, which has no sh', () => {
  const windows = { ...program, platform: 'win32' }
  const { node, entry } = program

  test('Node serves every event, in quotes that cmd and Git Bash both read', () => {
    expect(hookCommandLine(windows, codex, start)).toBe(`"${node}" "${entry}" codex SessionStart`)
    expect(hookCommandLine(windows, codex, stop)).toBe(`"${node}" "${entry}" codex Stop --capture`)
  })

  test('a host that uses PowerShell runs the path and does not print it', () => {
    expect(hookCommandLine(windows, gemini, start)).toBe(
      `& '${node}' 'C:\\Users\\o''neil\\.throughline\\bin\\throughline-hook.cjs' gemini SessionStart`,
    )
  })

  test.each(['answersIfSettled', 'answersIfFailed', 'answersAtFile'])(
    'an event with %s is not only captured',
    (when) => {
      const event = { name: 'PostToolUse', answers: false, [when]: true }
      expect(hookCommandLine(windows, codex, event)).not.toContain('--capture')
    },
  )
})

describe('path line', () => {
  const bin = '/home/ada/.throughline/bin'
  const lineFor = (shell: string | undefined, folder = bin) =>
    pathLine(folder, { platform: 'linux', shell, userHome: '/home/ada' })

  it.each([
    ['/bin/bash', `echo 'export PATH="$HOME/.throughline/bin:$PATH"' >> ~/.bashrc`],
    ['/usr/bin/zsh', `echo 'export PATH="$HOME/.throughline/bin:$PATH"' >> ~/.zshrc`],
    ['/bin/dash', `echo 'export PATH="$HOME/.throughline/bin:$PATH"' >> ~/.profile`],
    ['/usr/bin/fish', 'fish_add_path "$HOME/.throughline/bin"'],
    ['/usr/bin/pwsh', `Add-Content $PROFILE '$env:PATH = "$HOME/.throughline/bin:$env:PATH"'`],
  ])('for %s it is %s', (shell, line) => {
    expect(lineFor(shell)).toBe(line)
  })

  it('names a folder outside of the home folder in full', () => {
    expect(lineFor('/bin/zsh', '/srv/tl/bin')).toContain('PATH="/srv/tl/bin:$PATH"')
  })

  it('for Windows it is a line of PowerShell that stays', () => {
    const line = pathLine('C:\\Users\\Ada\\.throughline\\bin', {
      platform: 'win32',
      shell: undefined,
      userHome: 'C:\\Users\\Ada',
    })
    expect(line).toBe(
      `[Environment]::SetEnvironmentVariable('Path', "$HOME\\.throughline\\bin;" + [Environment]::GetEnvironmentVariable('Path', 'User'), 'User')`,
    )
  })
})
