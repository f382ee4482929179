/** What a command line runs, without what differs from one try to the next. */

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
    .map(
      (part) =>
        part
          .split(/\s\|\s/)[0]
          ?.replace(/\s*\d?>{1,2}\s*\S+/g, '')
          .trim() ?? '',
    )
    .filter((part) => part !== '' && !preparing.test(part))
  return shorten(parts.at(-1) ?? command)
}

const preparing = /^(?:cd|export|set|source|echo|sleep|pwd|mkdir|rm|true)\b/

function keyOf(part: string): string {
  const bare = part
    .trim()
    .replace(/\s*\d?>{1,2}\s*\S+/g, '')
    .replace(/^(?:(?:sudo|time|nice|env|npx|timeout(?: -\S+)* \S+|\w+=\S+)\s+)+/, '')
  if (preparing.test(bare)) return ''
  const words = bare.split(/\s+/).filter((word) => !/^-|^\d+$/.test(word))
  return words.slice(0, 4).join(' ').toLowerCase()
}

const longestCommand = 80

function shorten(command: string): string {
  const line = command.replace(/\s+/g, ' ').replaceAll('`', "'")
  return line.length <= longestCommand ? line : `${line.slice(0, longestCommand - 1).trimEnd()}…`
}
