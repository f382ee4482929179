/** Passwords in the argument styles of particular programs. */
import { anyArgument, type CommandForm, callForms, oneWord, quote } from '../formats/call-forms.ts'
import { deviceForms } from '../formats/device-forms.ts'
import type { Rule } from '../scan/source.ts'
import { isPlaceholder } from '../values/secret-values.ts'
import { isChosenPassword } from '../values/shape.ts'

/** Programs that read a password from standard input. */
const passwordReaders = [
  String.raw`sudo[ \t]{1,4}(?:-[ugpC][ \t]{1,4}\S{1,32}[ \t]{1,4}|-\w{1,8}[ \t]{1,4}){0,4}-\w{0,4}S`,
  String.raw`[^|\n]{1,128}? --password-stdin`,
  String.raw`\w{2,16} (?:\w{2,16} )?login(?![\w./-])`,
  String.raw`(?:sudo[ \t]{1,4})?passwd[^|\n]{0,64}? --stdin`,
  String.raw`(?:sudo[ \t]{1,4})?(?:chpasswd|passwd)`,
  String.raw`(?:sudo[ \t]{1,4})?(?:cryptsetup|kinit|smbpasswd|ecryptfs-\w{1,24}|veracrypt|openconnect|mount\.\w{1,8}|gpg|pass insert|ssh-add|restic|borg|su)[ \t]`,
  '(?:gh secret set|vercel env add|wrangler secret put|docker secret create|fly secrets|doppler secrets) ',
]

/** The same programs, before a here-string. */
const readers =
  /passw|passphrase|secret|login|token|stdin|cryptsetup|luks|kinit|gpg|ssh-add|htpasswd|veracrypt|zip|7z|restic|borg|keytool|sudo[^\n]{0,40} -S/gi
/** With these programs, these options take a password. */
function optionOf(options: string, programs: string): CommandForm {
  const names = options.split(' ')
  return {
    anchors: names.map((name) => ` ${name} `),
    pattern: new RegExp(`( (?:${names.join('|')})[ \\t]{1,4}${quote})(${anyArgument})`, 'y'),
    after: new RegExp(`\\b(?:${programs})\\b`, 'gi'),
  }
}

/** After these commands and this many arguments comes a password: `net user bob …`. */
function argumentAfter(commands: string, skipped: number, value = anyArgument): CommandForm {
  const names = commands.split('|')
  const escaped = names.map((name) => name.replace('+', '\\+')).join('|')
  return {
    anchors: names,
    pattern: new RegExp(
      `((?:${escaped})(?:\\.\\S{1,96})?(?:[ \\t]{1,4}[^\\s"'|-]\\S{0,127}){${skipped}}[ \\t]{1,4}${quote})(?![|>&;(=/*])(${value})`,
      'y',
    ),
  }
}

const uuid = String.raw`[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}`

const shellForms: readonly CommandForm[] = [
  optionOf(
    '-p',
    'sshpass|mongo\\w*|twine|(?:docker|podman|az|registry|helm|oc|cf)\\s+(?:registry\\s+)?login|unzip|zip|ldap\\w+|influx|veracrypt|doveadm pw|security \\w{6,8}-key\\S{1,20}',
  ),
  optionOf(
    '-P',
    'sqlcmd|bcp|unzip|zip|bsqldb|tsql|htpasswd|htdigest|smbpasswd|ipmitool|racadm|esxcli|security import',
  ),
  optionOf('-w', 'ldap\\w{3,6}|add-\\w{7,8}-password'),
  optionOf('-a', 'redis-cli'),
  optionOf('-A -X', 'snmp\\w{2,12}'),
  optionOf('-N', 'ssh-keygen'),
  optionOf('-k', 'openssl'),
  optionOf('-storepass -keypass -srcstorepass -deststorepass', 'keytool|jarsigner'),
  optionOf('--value', 'put-parameter|keyvault|secrets?'),
  optionOf('--body -b', 'secret set'),
  optionOf('--plaintext', 'rootpw|encrypt'),
  optionOf('/rp /p -rp', 'signtool|schtasks|cmdkey|runas|wmic|rasdial|psexec|net'),
  optionOf('/d', 'add [^\\n]{1,80} /v \\S{0,40}(?:pass|pwd|secret|token)\\w*'),
  argumentAfter(
    'net user|NET USER|ctl add_user|ctl change_password|wpa_passphrase|config http-basic|radtest|ftp> user|+login',
    1,
  ),
  argumentAfter('ctl register', 2),
  argumentAfter('mc alias set', 2, '\\S{3,128} \\S{8,128}'),
  argumentAfter('adb pair', 1, '\\d{6}(?!\\d)'),
  {
    // `snyk auth …`, `vault operator unseal …`: a token ends the command.
    anchors: [' auth ', ' login ', ' unseal '],
    pattern: new RegExp(
      String.raw`( (?:auth|login|unseal) ${quote})((?<=auth ${quote})${uuid}|(?=[a-f]{0,40}\d)[\da-f]{32,64}|(?=[^\s\d]{0,128}\d)(?=[^\sA-Z]{0,128}[A-Z])(?:[a-z]\.)?[\w=+/-]{20,128})(?=["'\x60\\]|[ \t]{0,4}(?:$|[\r\n;&|#]))`,
      'y',
    ),
    after:
      /(?:^[ \t]{0,16}|[$#>%"'\x60&;|:] {0,2}|\b(?:RUN|run|npx|sudo) )[a-z][a-z\d-]{1,20}(?: operator)?(?= (?:auth|login|unseal) |$)/gm,
  },
  argumentAfter('encrypt_string', 0),
  {
    // Any program, if the value looks like a password.
    anchors: [' -p', ' -P', ' -w ', ' -a ', ' -c ', ' -pw ', ' /rp ', ' /p:', ' /user:'],
    pattern: new RegExp(
      `( (?:[-/](?:p|P|w|a|c|pw|rp)[ :=]{0,2}|/user:[^\\s]{1,64} )${quote})(${oneWord})`,
      'y',
    ),
    leastBits: 29,
  },
  {
    // Any program: -p after -u is a password.
    anchors: [' -p ', ' -P '],
    pattern: new RegExp(
      String.raw`( -[pP][ \t]{1,4}${quote})((?!\d)[^\s"'\\:/.-][^\s"'\\:/]{3,255})`,
      'y',
    ),
    after: /(?<!\b(?:mysql|mariadb).{0,128})\s-{1,2}(?:u|U|l|user|username|login)[= ]\S/g,
  },
  {
    anchors: ['-u', '-a', '--user', '--auth', '--proxy-user'].map((option) => ` ${option}`),
    pattern: new RegExp(
      String.raw`(\s-{1,2}(?:u|a|user|auth|proxy-user)[ \t=]{0,4}${quote}[^\s:"'$<\\]{1,128}:)((?!\/\/)[^\s"'\\]{1,255})`,
      'y',
    ),
    after: /\b(?:curl|wget|httpie|https?|xhs?)\b/g,
  },
  {
    anchors: [' -p', ' -hp'],
    pattern: new RegExp(`( -h?p${quote})(${anyArgument})`, 'y'),
    after: /\b(?:mysql\w*|mariadb\w*|sshpass|mongo\w*|7z\w?|rar|ftp|winscp)\b/g,
  },
  {
    anchors: [' -b', ' -bn', ' -nb'],
    pattern: new RegExp(
      String.raw`( -\w{0,4}b\w{0,4}[ \t]{1,4}(?:[^\s|>&;]{1,128}[ \t]{1,4}){1,2}${quote})(?![|>&;])(${anyArgument})`,
      'y',
    ),
    after: /passwd\b/g,
  },
  {
    anchors: [' -U'],
    pattern: new RegExp(`( -U[ \\t]{0,4}${quote}[^\\s%"']{1,64}%)(${anyArgument})`, 'y'),
    after: /\b(?:smb\w*|net|rpcclient|winexe|wmic)\b/g,
  },
  {
    anchors: [' -u '],
    pattern: new RegExp(`( -u ${quote}[^\\s,"']{1,64},)(${anyArgument})`, 'y'),
    after: /\blftp\b/g,
  },
  {
    anchors: ['/p:'],
    pattern: new RegExp(`(/p:${quote})(${anyArgument})`, 'y'),
    after: /\b(?:xfreerdp|mstsc|rdesktop|wfreerdp)\b/g,
  },
  {
    anchors: ['-pass', '-passin', '-passout'],
    pattern: /(-pass(?:in|out)?\s{1,4}["']?pass:)([^\s"'\\]{1,255})/y,
  },
  {
    anchors: ['ConvertTo-SecureString'],
    pattern: /(ConvertTo-SecureString(?: -String)?\s{1,4}\\?["'])([^"'\\$]{1,128})/y,
  },
  {
    anchors: ['net use', 'NET USE'],
    pattern: /(net use \S{1,8} \S{1,128} ["']?)([^\s"'\\/*][^\s"'\\]{3,127})(?=["']? \/user)/iy,
  },
  {
    // bob:…
    anchors: ['addauth digest ', 'param basic credentials ', 'bundle config '],
    pattern:
      /(\w{5,7} (?:digest|basic credentials|config(?: set)? \S{3,80}) [^\s:]{1,64}:)(\S{4,128})/y,
  },
  { anchors: ['::add-mask::'], pattern: /(::add-mask::)([^\s"'\\]{4,256})/y },
  { anchors: ['sonar.login='], pattern: /(sonar\.login=["']?)([\w-]{20,64})/y },
  { anchors: ['thin:'], pattern: /(thin:[\w$#]{1,64}\/)([^\s@"']{1,128})(?=@)/y },
  {
    anchors: ['sqlplus ', 'conn ', 'CONNECT ', 'connect ', 'expdp ', 'impdp ', 'rman target '],
    pattern:
      /([A-Za-z]{4,8} (?:target )?(?:-\w{1,4} )?["']?[A-Za-z][\w$#]{1,30}\/)([^\s@"'/:.]{4,64})(?=@|["']?\s?(?:$|[;\n]))/my,
  },
  {
    anchors: ['echo', 'printf'],
    pattern: new RegExp(
      String.raw`((?:echo|printf)[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4})?(?:["']%s(?:\\n)?["'] )?${quote})([^\s"'\\|][^"'|\n]{0,127}?)(?=(?:\\{1,2}n)?${quote}[ \t]{0,4}\|[ \t]{0,4}(?:${passwordReaders.join('|')}))`,
      'y',
    ),
  },
  {
    anchors: ['<(echo ', '<(printf '],
    pattern: new RegExp(
      `(<\\((?:echo|printf)(?: -n)? ${quote})((?<=["'])[^"'$()\\n]{4,128}|[^\\s"'$()]{4,128})(?=["']?\\))`,
      'y',
    ),
    after: /pass|secret|token|key|cred/gi,
  },
  {
    anchors: ['<<< '],
    pattern: new RegExp(String.raw`(<<< ${quote}(?:[\w.-]{1,32}:)?)(${anyArgument})`, 'y'),
    after: readers,
  },
  {
    anchors: ['<<EOF\n', "<<'EOF'\n", '<<"EOF"\n'],
    pattern: /(<<["']?EOF["']?\n)([^\n]{4,128})(?=\nEOF)/y,
    after: readers,
  },
]

const longestCommand = 256

export const commandLineRules: readonly Rule[] = [...shellForms, ...callForms, ...deviceForms].map(
  ({ anchors, pattern, after, leastBits }) => ({
    name: `command ${anchors[0]?.trim()}${leastBits === undefined ? '' : ' of any program'}`,
    anchors: anchors.filter((anchor) => anchor.length > 2),
    find(source, at) {
      const match = source.match(pattern, at)
      if (match === null) return undefined
      const [whole, kept = '', password = ''] = match
      if (isPlaceholder(password) || /^\d{1,5}(?::|$)/.test(password)) return undefined
      if (leastBits !== undefined && !isChosenPassword(password, leastBits)) return undefined
      if (after !== undefined) {
        if (source.next(after, Math.max(0, at - longestCommand)) >= at) return undefined
        after.lastIndex = 0
        if (!after.test(commandBefore(source.before(at, longestCommand)))) return undefined
      }
      return { start: at + kept.length, end: at + whole.length, kind: 'password' }
    },
  }),
)

function commandBefore(text: string): string {
  return text.slice(Math.max(...['\n', ';', '|', '&'].map((end) => text.lastIndexOf(end))) + 1)
}
