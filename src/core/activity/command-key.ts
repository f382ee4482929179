/** Identifies what a command line runs, without what differs between attempts. */

/** One key for each command of the line, in order. */
export function commandKeys(command: string): readonly string[] {
  return command
    .split(/\n|&&|\|\||;|\s\|\s/)
    .map(keyOf)
    .filter((key) => key !== '')
}

/** The part of the line that most likely decided its outcome. */
export function mainCommand(command: string): string {
  const parts = command
    .split(/\n|&&|;/)
    .map((part) => withoutRedirection(part.split(/\s\|\s/, 1)[0] ?? ''))
    .filter((part) => part !== '' && !preparing.test(part))
  return shorten(parts.at(-1) ?? command)
}

const preparing = /^(?:cd|export|set|source|echo|sleep|pwd|mkdir|rm|true)\b/

function withoutRedirection(part: string): string {
  return part.replace(/\s*\d?>{1,2}\s*\S+/g, '').trim()
}

function keyOf(part: string): string {
  const launchers = /^(?:(?:sudo|time|nice|env|npx|timeout(?: -\S+)* \S+|\w+=\S+)\s+)+/
  const bare = withoutRedirection(part).replace(launchers, '')
  if (preparing.test(bare)) return ''
  const words = bare.split(/\s+/).filter((word) => !/^-|^\d+$/.test(word))
  return words.slice(0, 4).join(' ').toLowerCase()
}

const longestCommand = 80

function shorten(command: string): string {
  const line = command.replace(/\s+/g, ' ').replaceAll('`', "'")
  return line.length <= longestCommand ? line : `${line.slice(0, longestCommand - 1).trimEnd()}…`
}
