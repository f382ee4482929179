/** Redacts passwords in the argument styles of specific programs. */
import { redacted } from './marker.ts'
import { isPlaceholder } from './secret-values.ts'

interface CommandForm {
  /** Group 1 is kept, group 2 is the password. */
  readonly pattern: RegExp
  /** What must come before in the same command. */
  readonly after?: RegExp
}

/** Programs that read a password from standard input. */
const passwordReaders = [
  String.raw`sudo[ \t]{1,4}(?:-[ugpC][ \t]{1,4}\S{1,32}[ \t]{1,4}|-\w{1,8}[ \t]{1,4}){0,4}-\w{0,4}S`,
  String.raw`[^|\n]{1,128}? --password-stdin`,
  String.raw`(?:sudo[ \t]{1,4})?passwd[^|\n]{1,64}? --stdin`,
]

const forms: readonly CommandForm[] = [
  {
    pattern:
      /(-(?:u|-user|-proxy-user)[ \t=]{0,4}\\{0,4}["']?[^\s:"'$<\\]{1,128}:)((?!\/\/)[^\s"'\\]+)/g,
    after: /\b(?:curl|wget|httpie)\b/,
  },
  {
    pattern: /( -p\\{0,4}["']?)([^\s"'\\-][^\s"'\\]*)/g,
    after: /\b(?:mysql\w*|mariadb\w*|sshpass|mongo\w*)\b/,
  },
  {
    pattern: /( -p[ \t]{1,4}\\{0,4}["']?)([^\s"'\\-][^\s"'\\]*)/g,
    after: /\b(?:sshpass|mongo\w*|twine|(?:docker|podman|az|registry)\s+login)\b/,
  },
  {
    pattern: /( -a[ \t]{1,4}\\{0,4}["']?)([^\s"'\\-][^\s"'\\]*)/g,
    after: /\bredis-cli\b/,
  },
  { pattern: /(-pass(?:in|out)?\s{1,4}["']?pass:)([^\s"'\\]+)/g },
  { pattern: /(\blogin\s{1,8}\S{1,128}\s{1,8}password\s{1,8})([^\s"'\\]+)/g },
  {
    pattern: new RegExp(
      String.raw`(\b(?:echo|printf)[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4})?\\{0,4}["']?)([^\s"'\\|][^"'\\|\n]{0,127}?)(?=(?:\\{1,2}n)?\\{0,4}["']?[ \t]{0,4}\|[ \t]{0,4}(?:${passwordReaders.join('|')})\b)`,
      'g',
    ),
  },
  { pattern: /(\brequirepass\s{1,8}["']?)([^\s"'\\]+)/g },
]

const longestCommand = 256

const anyCommand =
  /curl|wget|httpie|mysql|mariadb|mongo|redis-cli|sshpass|twine|requirepass|login|sudo|stdin|-passin|-passout|-pass /

export function redactCommandLines(text: string): string {
  if (!anyCommand.test(text)) return text
  let result = text
  for (const { pattern, after } of forms) {
    result = result.replace(pattern, (whole, kept: string, password: string, offset: number) => {
      if (isPlaceholder(password) || /^\d{1,5}(?::|$)/.test(password)) return whole
      if (after !== undefined && !after.test(commandBefore(result, offset))) return whole
      return `${kept}${redacted('password')}`
    })
  }
  return result
}

function commandBefore(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - longestCommand), offset)
  const start = Math.max(...['\n', ';', '|', '&'].map((end) => before.lastIndexOf(end)))
  return before.slice(start + 1)
}
