/** Finds what a statement may make an agent do: run, fetch or install something, contact somebody. */

/** Whether it names a command, an address, a package, a path outside the project or a person to contact. */
export function namesAction(statement: string): boolean {
  const text = statement.slice(0, longestRead)
  return signs.some((sign) => sign.test(text)) || spansOf(text).some(isCommand)
}

const longestRead = 4_000

const spansOf = (text: string) =>
  [...text.matchAll(/`([^`\n]{2,300})`/g)].map(([, span = '']) => span)

/** Several words, an option or an operator; not `name`, `src/a.ts` or `call()`. */
function isCommand(span: string): boolean {
  if (/^(?:\/|\.\/|~|\$)|[|;&<>]|(?:^|\s)--?\w/.test(span)) return true
  return /^[\w.@/-]+\s+[\w.@/:=-]+/.test(span)
}

/** Endings that are no file's. */
const domains =
  'com|org|net|io|dev|ai|co|edu|gov|cloud|xyz|site|online|example|test|internal|corp|lan|onion|ru|cn|de|uk|eu|us|fr|info|biz|me|tv|page|link|zip'
const managers =
  'npm|pnpm|yarn|bun|deno|pip3?|pipx|poetry|conda|uv|cargo|go|brew|apt|apt-get|dnf|yum|apk|gem|composer|nuget|choco|winget|helm|docker|podman|git|gh|kubectl|make|task|just|mvn|gradle|dotnet|terraform'
const subcommands =
  'install|i|add|run|exec|ci|publish|test|start|build|dlx|create|init|update|upgrade|get|pull|push|clone|remote|config|submodule|apply|compose|login|repo|api|sync'

const signs: readonly RegExp[] = [
  /\b[a-z][a-z+.-]{1,20}:\/\/\S|\bwww\.\S/i,
  /[\w.+-]+@[\w-]+\.\w|\b(?:\d{1,3}\.){3}\d{1,3}\b/,
  new RegExp(String.raw`(?<![\w/.@-])(?:[a-z\d-]+\.)+(?:${domains})(?![\w-]|\.\w)`, 'i'),
  /(?:^|[\s("'`=])(?:~\/|\$HOME\b|%\w+%|\/(?:etc|usr|var|tmp|home|opt|root|users|bin|sbin|srv|mnt|dev|proc|library)\b|[a-z]:\\|\\\\\w)/i,
  new RegExp(String.raw`\b(?:${managers}) (?:${subcommands})\b`, 'i'),
  /\b(?:npx|bunx|uvx|curl|wget|bash|zsh|sh|sudo|eval|source|perl|ssh|scp|rsync|nc|netcat|powershell|pwsh|chmod|chown|iex|invoke-\w+) +(?!(?:and|or|is|are|in|on|for|instead|code|files?|scripts?|version|modules?|to|as|not)\b)[\w"'$./~-]/i,
  /\b(?:node|python3?|ruby|php|deno|bun) +(?:-\w|[\w./-]+\.\w)/i,
  /\b(?:run|execute|invoke|launch|install|download|fetch|call|start|source|import|load|führe?|exécute|ejecuta|execute|installiere|installe|instala)\s+(?:the |a |an |our |le |la |el |o )?[`"'“]?(?:[\w@]+[-_./:])+[\w.-]+/iu,
  /\b(?:install|installiere|installe|instala)\s+(?!(?:the|a|an|all|any|it|them|this|that|dependenc\w+|packages?|deps|everything|new)\b)[\w@]/iu,
  /\b(?:contact|e-?mail|ping|dm|notify|message|call|phone|text|ask|tell|write to|report (?:it |this )?to)\s+(?:@\w|\+?\d|\p{Lu}\p{Ll}+\b)/u,
  /\b(?:send|post|upload|submit|forward|report|publish|share|push|schick\w*|envoie|envía|envie)\b[^.]{1,60}\s(?:to|at|an|à|a|para)\s+(?:@\w|\p{Lu}\p{Ll}+\b)/u,
]
