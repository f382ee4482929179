/**
 * What a person typed, out of a message that goes by theirs: Claude Code wraps slash commands and
 * adds notices, command output and marks of interruption of its own.
 */

/** @returns empty when nothing in it was typed */
export function asTyped(content: string): string {
  const text = content.trim()
  if (/^<command-(?:name|message)>/.test(text)) return typedCommand(text)
  return text.replace(additions, '').replace(interruption, '').trim()
}

/** A slash command with its arguments, as the hook reports it. */
function typedCommand(text: string): string {
  const name = elementIn(text, 'command-name') || elementIn(text, 'command-message')
  return `/${name.replace(/^\//, '')} ${elementIn(text, 'command-args')}`.trim()
}

function elementIn(text: string, name: string): string {
  const start = text.indexOf(`<${name}>`)
  if (start < 0) return ''
  const content = text.slice(start + name.length + 2)
  const end = content.indexOf(`</${name}>`)
  return content.slice(0, end < 0 ? content.length : end).trim()
}

const added = [
  'system-reminder',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'session-start-hook',
  'user-prompt-submit-hook',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
].join('|')

/** At the start of a line only: elsewhere a person may be speaking of the tag. */
const additions = new RegExp(`^(?:[ \\t]*<(${added})(?:\\s[^<>]*)?>[^]*?(?:</\\1>|(?![^])))+`, 'gm')

const interruption = /^\[Request interrupted by user[^\]\n]*\]$/gm
