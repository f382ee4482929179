import { expect, it } from 'vitest'
import { pathLine } from './path-line.ts'

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
