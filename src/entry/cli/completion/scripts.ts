/** The scripts that complete `throughline`. They ask the program itself, so they never go stale. */

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const
export type Shell = (typeof shells)[number]

export const isShell = (name: string): name is Shell => shells.includes(name as Shell)

/** Words are quoted: a project may be named after a command that its author wants you to run. */
const bash = `_throughline() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$(printf '%q' "$line")")
  done < <(throughline completion bash -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _throughline throughline
`

/** The word at the cursor is passed without its quotes, which may be open, here and in fish. */
const zsh = `#compdef throughline
_throughline() {
  local -a found typed
  typed=("\${(@Q)words[2,CURRENT]}")
  typed[-1]="\${(Q)PREFIX}"
  found=("\${(@f)$(throughline completion zsh -- "\${typed[@]}" 2>/dev/null)}")
  if [[ -n "$found" ]]; then
    _describe 'throughline' found
  else
    _files
  fi
}
if [[ "$funcstack[1]" = _throughline ]]; then
  _throughline "$@"
else
  compdef _throughline throughline
fi
`

const fish = `function __throughline_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l typed (string unescape -- $current; or string sub -s 2 -- $current)
  set -l found (throughline completion fish -- $words[2..-1] "$typed" 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path "$current"
  end
end
complete -c throughline -f -a '(__throughline_complete)'
`

/** PowerShell drops empty words, so the last one begins with \`=\`. */
const powershell = `Register-ArgumentCompleter -Native -CommandName throughline -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($wordToComplete -ne '' -and $words.Count -gt 0) {
    $words = @($words | Select-Object -SkipLast 1)
  }
  throughline completion powershell '--' @words "=$wordToComplete" 2>$null | ForEach-Object {
    $word, $text = $_ -split "\`t", 2
    $typed = if ($word -match '^[\\w.:/-]+$') { $word } else { "'" + $word.Replace("'", "''") + "'" }
    if (-not $text) { $text = $word }
    [System.Management.Automation.CompletionResult]::new($typed, $word, 'ParameterValue', $text)
  }
}
`

export const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell }

export interface Candidate {
  readonly word: string
  readonly description?: string | undefined
}

/** One line per candidate, as the shell's script reads it. */
export function candidateLine(shell: Shell, { word, description }: Candidate): string {
  if (shell === 'bash') return word
  if (shell === 'zsh') {
    const escaped = word.replace(/[\\:]/g, '\\$&')
    return description ? `${escaped}:${description}` : escaped
  }
  return description ? `${word}\t${description}` : word
}
