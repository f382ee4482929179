/** What people call each host. Apart from the protocols: a command that only prints a name loads nothing else. */
export const displayNames = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  copilot: 'Copilot CLI',
  cursor: 'Cursor',
  gemini: 'Gemini CLI',
  kiro: 'Kiro CLI',
  opencode: 'OpenCode',
  qwen: 'Qwen Code',
} as const

export type HostName = keyof typeof displayNames
