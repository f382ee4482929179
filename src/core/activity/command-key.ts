/** Identifies what a command line runs, without what differs between attempts. */

/** One key for each command of the line, in order. */
export function commandKeys(command: string): readonly string[] {
  return command
    .split(/\n|&&|\|\||;|\s\|\s/)
    .map(keyOf)
    .filter((key) => key !== '')
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
