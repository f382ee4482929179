/** The one line that puts a folder on the PATH of the user's shell. */

export interface ShellSurroundings {
  readonly platform: string
  /** `$SHELL`, such as `/bin/zsh`. */
  readonly shell: string | undefined
  readonly userHome: string
}

export function pathLine(folder: string, { platform, shell, userHome }: ShellSurroundings): string {
  const separator = platform === 'win32' ? '\\' : '/'
  const isInHome = folder.startsWith(userHome + separator)
  const shown = isInHome ? `$HOME${folder.slice(userHome.length)}` : folder
  if (platform === 'win32') {
    const user = `[Environment]::GetEnvironmentVariable('Path', 'User')`
    return `[Environment]::SetEnvironmentVariable('Path', "${shown};" + ${user}, 'User')`
  }
  const name = shell?.split('/').at(-1) ?? 'sh'
  if (name === 'fish') return `fish_add_path "${shown}"`
  if (name === 'pwsh') return `Add-Content $PROFILE '$env:PATH = "${shown}:$env:PATH"'`
  return `echo 'export PATH="${shown}:$PATH"' >> ~/${startFiles[name] ?? '.profile'}`
}

const startFiles: Readonly<Record<string, string>> = { bash: '.bashrc', zsh: '.zshrc' }
