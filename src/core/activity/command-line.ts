/** Reduces a command line to its commands, and those to keys that are equal for every attempt. */

const mostRead = 2_000

/** The commands that do something, in order; empty if the line only looks around. */
export function commandsIn(commandLine: string): string[] {
  return splitCommands(commandLine)
    .map(withoutRedirections)
    .map((command) => command.replace(/^(?:do|then|else|\(|\{)\s+/, ''))
    .filter((command) => /\w/.test(command) && !looking.test(command))
}

/** All commands in order, without their input and the rest of their pipes. */
export function splitCommands(commandLine: string): string[] {
  const text = withoutFed(commandLine.slice(0, mostRead)).replace(/\\\n/g, ' ')
  return text.split('\n').flatMap(splitLine)
}

/** Keeps the first line of a message in a here document; drops other input. */
function withoutFed(text: string): string {
  return text
    .replace(/"\$\(cat <<-?\s*['"]?(\w+)['"]?\n\s*([^\n]*)[\s\S]*?\n\s*\1\s*\)"/g, '"$2"')
    .replace(/<<-?\s*['"]?(\w+)['"]?([^\n]*)\n[\s\S]*?(?:\n\s*\1\b|$(?![\s\S]))/g, '$2')
}

const tokens = /"(?:\\.|[^"\\])*"|'[^']*'|&&|\|\||[|;]|[^"'&|;]+|./g

function splitLine(line: string): string[] {
  if (/^\s*#/.test(line)) return []
  const commands: string[] = []
  let current = ''
  let isPiped = false
  for (const [token] of line.matchAll(tokens)) {
    if (token === '&&' || token === '||' || token === ';') {
      commands.push(current)
      current = ''
      isPiped = false
    } else if (token === '|') {
      isPiped = true
    } else if (!isPiped) {
      current += token
    }
  }
  return [...commands, current]
}

const quotedOrRedirected = /"(?:\\.|[^"\\])*"|'[^']*'|\s(?:\d|&)?>{1,2}\s*(?:&\d|"[^"]*"|[^\s"']+)/g

function withoutRedirections(command: string): string {
  return command
    .replace(quotedOrRedirected, (part) => (/^["']/.test(part) ? part : ''))
    .replace(/\s+/g, ' ')
    .replace(/(?<=\S) &$/, '')
    .trim()
}

const programs =
  'ls|ll|cd|pushd|popd|pwd|cat|bat|head|tail|less|more|grep|egrep|rg|ag|find|fd|wc|which|whereis|type|echo|printf|tree|stat|file|du|df|env|printenv|date|whoami|uname|hostname|sleep|true|false|set|export|source|ps|pgrep|history|jq|yq|sort|uniq|cut|awk|diff|test|read|wait|exit|for|while|until|if|fi|done|case|esac'
const looking = new RegExp(
  `^(?:(?:${programs}|\\[+|\\.)(?: |$)|sed -n|` +
    'git (?:-\\S+ \\S+ )*(?:status|diff|log|show|branch|remote|rev-parse|blame|ls-files|grep|fetch|describe|reflog|stash list|config --get)(?: |$)|' +
    'gh \\w+ (?:view|list|diff|checks|status)|docker (?:ps|logs|images)|kubectl (?:get|describe|logs))',
)

/** One key per command, in order, without what differs between attempts. */
export function commandKeys(command: string): readonly string[] {
  return command
    .split(/\n|&&|\|\||;|\s\|\s/)
    .map(keyOf)
    .filter((key) => key !== '')
}

const preparing = /^(?:cd|export|set|source|echo|sleep|pwd|mkdir|rm|true)\b/
const redirections = /\s*\d?>{1,2}\s*\S+/g

function keyOf(part: string): string {
  const bare = withoutLaunchers(part.replace(redirections, '').trim())
  if (preparing.test(bare)) return ''
  const words = bare.split(/\s+/).filter((word) => !/^-|^\d+$/.test(word))
  return words.slice(0, 4).join(' ').toLowerCase()
}

const launchers =
  /^(?:(?:\w+=\S*|sudo|time|nice|env|npx|bunx|pnpm exec|pnpm dlx|uv run|poetry run|pipenv run|bundle exec|mise exec --|timeout(?: -\S+)* \S+)\s+)+/

/** `vitest run` for `CI=1 timeout 300 npx vitest run`. */
export function withoutLaunchers(command: string): string {
  return command.replace(launchers, '')
}
