/** Passwords in the argument styles of specific programs. */
import { isPlaceholder } from '../values/secret-values.ts'
import { isChosenPassword } from '../values/shape.ts'
import type { Rule } from './rule.ts'

interface CommandForm {
  readonly anchors: readonly string[]
  /** Starts at the anchor. Group 1 is kept, group 2 is the password. */
  readonly pattern: RegExp
  /** What must come before in the same command. */
  readonly after?: RegExp
  /** Of any program, but then it must look like a password. */
  readonly leastBits?: number
}

/** Programs that read a password from standard input. */
const passwordReaders = [
  String.raw`sudo[ \t]{1,4}(?:-[ugpC][ \t]{1,4}\S{1,32}[ \t]{1,4}|-\w{1,8}[ \t]{1,4}){0,4}-\w{0,4}S`,
  String.raw`[^|\n]{1,128}? --password-stdin`,
  String.raw`(?:sudo[ \t]{1,4})?passwd[^|\n]{0,64}? --stdin`,
  String.raw`(?:sudo[ \t]{1,4})?chpasswd`,
  String.raw`cryptsetup[ \t]`,
  '(?:gh secret set|vercel env add|wrangler secret put|docker secret create|fly secrets|doppler secrets) ',
]

const quote = String.raw`\\{0,4}["']?`
const argument = String.raw`[^\s"'\\-][^\s"'\\]{0,255}`
const userArgument = String.raw`["'][^\s"']{1,64}["'],\s{0,16}`
const textArgument = String.raw`["'][^\s"']{1,160}["'],\s{0,16}`
const passwordArgument = String.raw`[^\s"'\\/.#:][^\s"'\\]{4,127}(?=["']\s?[,)])`

const forms: readonly CommandForm[] = [
  {
    anchors: [' -p', ' -P', ' -w ', ' -a ', ' -c ', ' -pw ', ' /rp ', ' /p:', ' /user:'],
    pattern: new RegExp(
      `( (?:[-/](?:p|P|w|a|c|pw|rp)[ :=]{0,2}|/user:[^\\s]{1,64} )${quote})(${argument})`,
      'y',
    ),
    leastBits: 29,
  },
  {
    anchors: ['echo', 'printf'],
    pattern: new RegExp(
      String.raw`((?:echo|printf)[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4})?${quote})([^\s"'\\|]{6,64})(?=${quote}[ \t]{0,4}\|[ \t]{0,4}[a-z])`,
      'y',
    ),
    leastBits: 40,
  },
  {
    anchors: ['-u', '-a', '--user', '--auth', '--proxy-user'].flatMap((option) => [
      ` ${option} `,
      ` ${option}=`,
      ` ${option}`,
    ]),
    pattern: new RegExp(
      String.raw`(\s-{1,2}(?:u|a|user|auth|proxy-user)[ \t=]{0,4}${quote}[^\s:"'$<\\]{1,128}:)((?!\/\/)[^\s"'\\]{1,255})`,
      'y',
    ),
    after: /\b(?:curl|wget|httpie|https?|xhs?)\b/g,
  },
  {
    anchors: [' -p'],
    pattern: new RegExp(String.raw`( -p${quote})(${argument})`, 'y'),
    after: /\b(?:mysql\w*|mariadb\w*|sshpass|mongo\w*|7z\w?|ftp|rar|winscp)\b/g,
  },
  {
    anchors: [' -p '],
    pattern: new RegExp(String.raw`( -p[ \t]{1,4}${quote})(${argument})`, 'y'),
    after:
      /\b(?:sshpass|mongo\w*|twine|(?:docker|podman|az|registry|helm|oc|cf)\s+(?:registry\s+)?login|unzip|zip|ldap\w+|influx)\b/g,
  },
  {
    anchors: [' -P '],
    pattern: new RegExp(String.raw`( -P[ \t]{1,4}${quote})(${argument})`, 'y'),
    after: /\b(?:sqlcmd|bcp|unzip|zip|bsqldb|tsql|htpasswd)\b/g,
  },
  {
    anchors: [' -w '],
    pattern: new RegExp(String.raw`( -w[ \t]{1,4}${quote})(${argument})`, 'y'),
    after: /\bldap(?:search|add|modify|delete|passwd|whoami)\b/g,
  },
  {
    anchors: [' -a '],
    pattern: new RegExp(String.raw`( -a[ \t]{1,4}${quote})(${argument})`, 'y'),
    after: /\bredis-cli\b/g,
  },
  {
    anchors: [' -A ', ' -X '],
    pattern: new RegExp(String.raw`( -[AX][ \t]{1,4}${quote})(${argument})`, 'y'),
    after: /\bsnmp\w{2,12}\b/g,
  },
  { anchors: ['::add-mask::'], pattern: /(::add-mask::)([^\s"'\\]{4,256})/y },
  {
    anchors: [' -b', ' -bn', ' -nb'],
    pattern: new RegExp(
      String.raw`( -\w{0,4}b\w{0,4}[ \t]{1,4}(?:[^\s|>&;]{1,128}[ \t]{1,4}){1,2}${quote})(?![|>&;])(${argument})`,
      'y',
    ),
    after: /\bhtpasswd\b/g,
  },
  {
    anchors: ['-pass', '-passin', '-passout'],
    pattern: /(-pass(?:in|out)?\s{1,4}["']?pass:)([^\s"'\\]{1,255})/y,
  },
  {
    anchors: ['login'],
    pattern: /(login\s{1,8}\S{1,128}\s{1,8}password\s{1,8})([^\s"'\\]{1,255})/y,
  },
  {
    anchors: ['echo', 'printf'],
    pattern: new RegExp(
      String.raw`((?:echo|printf)[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4})?${quote})([^\s"'\\|][^"'\\|\n]{0,127}?)(?=(?:\\{1,2}n)?${quote}[ \t]{0,4}\|[ \t]{0,4}(?:${passwordReaders.join('|')}))`,
      'y',
    ),
  },
  {
    anchors: ['requirepass', 'masterauth'],
    pattern: /((?:requirepass|masterauth)\s{1,8}["']?)([^\s"'\\]{1,255})/y,
  },
  {
    anchors: [' -U'],
    pattern: new RegExp(`( -U[ \\t]{0,4}${quote}[^\\s%"']{1,64}%)(${argument})`, 'y'),
    after: /\b(?:smb\w*|net|rpcclient|winexe|wmic)\b/g,
  },
  {
    anchors: ['/p:'],
    pattern: new RegExp(`(/p:${quote})(${argument})`, 'y'),
    after: /\b(?:xfreerdp|mstsc|rdesktop|wfreerdp)\b/g,
  },
  {
    anchors: ['-storepass', '-keypass', '-srcstorepass', '-deststorepass'],
    pattern: new RegExp(`(-\\w{3,12}pass[ \\t]{1,4}${quote})(${argument})`, 'y'),
  },
  {
    anchors: ['identified', 'IDENTIFIED', 'Identified'],
    pattern:
      /(identified (?:with \S{1,40} )?by\s{1,4}(?:password\s{1,4})?\\?["'])([^"'\\]{1,128})/iy,
  },
  { anchors: ['IDENTIFIED BY '], pattern: /(IDENTIFIED BY )([^\s"'\\;]{3,128})/y },
  {
    anchors: ['ConvertTo-SecureString'],
    pattern: /(ConvertTo-SecureString(?: -String)?\s{1,4}\\?["'])([^"'\\$]{1,128})/y,
  },
  {
    // rabbitmqctl add_user bob …, wpa_passphrase home …, composer config http-basic.host bob …
    anchors: ['ctl add_user ', 'ctl change_password ', 'wpa_passphrase ', 'config http-basic.'],
    pattern: new RegExp(
      `((?:\\w{3,6} )?[\\w.-]{4,96}[ \\t]{1,4}[^\\s"'|-][^\\s"'|]{0,63}[ \\t]{1,4}${quote})(?![|>&;(=])(${argument})`,
      'y',
    ),
  },
  {
    anchors: [' --value '],
    pattern: new RegExp(`( --value[ \\t]{1,4}${quote})(${argument})`, 'y'),
    after: /\b(?:put-parameter|keyvault|secrets?)\b/g,
  },
  {
    anchors: [' -N '],
    pattern: new RegExp(`( -N[ \\t]{1,4}${quote})(${argument})`, 'y'),
    after: /\bssh-keygen\b/g,
  },
  {
    anchors: ['lftp -u '],
    pattern: new RegExp(`(lftp -u ${quote}[^\\s,"']{1,64},)(${argument})`, 'y'),
  },
  { anchors: ['sonar.login='], pattern: /(sonar\.login=["']?)([\w-]{20,64})/y },
  {
    anchors: ['bundle config '],
    pattern: /(bundle config (?:set )?\S{3,80} [^\s:]{1,64}:)(\S{4,128})/y,
  },
  {
    anchors: [' -k '],
    pattern: new RegExp(`( -k[ \\t]{1,4}${quote})(${argument})`, 'y'),
    after: /\bopenssl\b/g,
  },
  {
    anchors: ['"-p', "'-p"],
    pattern: /(["']-p(?:["'],\s{0,32}["'])?)([^\s"'\\-][^\s"'\\]{0,255})(?=["'])/y,
    after: /\b(?:mysql\w*|mariadb\w*|sshpass|mongo\w*|7z\w?|twine|login)\b/g,
  },
  {
    anchors: ['"-u"', "'-u'"],
    pattern:
      /(["']-u["'],\s{0,32}["'][^\s"']{1,64}["'],\s{0,32}["']-p["'],\s{0,32}["'])([^"'\\]{1,128})/y,
  },
  {
    anchors: ['PASSWORD FOR', 'password for'],
    pattern: /(password for \S{1,80}\s{0,4}=\s{0,4}(?:password\()?\\?["'])([^"'\\]{1,128})/iy,
  },
  {
    anchors: ['net use', 'NET USE'],
    pattern: /(net use \S{1,8} \S{1,128} )([^\s"'\\/*][^\s"'\\]{3,127})(?= \/user)/iy,
  },
  {
    // requests.get(url, auth=("bob", "…")), new NetworkCredential("bob", "…"), login(url, "bob", "…")
    anchors: [
      'auth=(',
      'auth = (',
      'credentials = (',
      'creds = (',
      ...'auth login logon signin sign_in signIn authenticate credential credentials'
        .split(' ')
        .flatMap((name) => [`${name}(`, `${name.charAt(0).toUpperCase()}${name.slice(1)}(`]),
    ],
    pattern: new RegExp(
      `(\\w{4,12} ?=? ?\\(\\s?(?:[\\w.]{1,40},\\s{0,16}){0,2}${textArgument}(?:${userArgument})?(?:Some\\()?["'])(${passwordArgument})`,
      'y',
    ),
  },
  {
    // DriverManager.getConnection("jdbc:…", "bob", "…"), new PDO("mysql:…", "bob", "…")
    anchors: ['onnection(', 'onnect(', 'PDO(', 'mysqli(', 'createUser(', 'create_user('],
    pattern: new RegExp(
      `(\\w{3,11}\\(\\s?(?:[\\w.]{1,40},\\s{0,16}|${textArgument})${userArgument}["'])(${passwordArgument})`,
      'y',
    ),
  },
  {
    // What a mail or file server is told: USER bob, then PASS …
    anchors: ['PASS '],
    pattern: /((?<=\bUSER\b[\s\S]{1,160}\n\W{0,4}(?:[CS]: )?)PASS )([^\s"'\\]{4,128})(?=\s|$)/iy,
  },
  {
    // verifyPassword("…", hash), checkPassword(user, "…")
    anchors: ['assword(', 'assphrase('],
    pattern:
      /((?<=(?:set|with|hash|verify|check|compare|change|update|reset|validate|encrypt|[vV]alid|[mM]atches)_?[Pp])ass(?:word|phrase)\((?:[\w.]{1,40},\s{0,4})?["'])([^\s"'\\/.#]{4,127})(?=["']\s?[,)])/y,
  },
  {
    // username bob password 7 …, enable secret …, snmp-server community … RO, of network devices
    anchors: [
      'password 0 ',
      'password 5 ',
      'password 7 ',
      'secret 0 ',
      'secret 5 ',
      'secret 8 ',
      'secret 9 ',
      'enable secret ',
      'snmp-server community ',
      'isakmp key ',
      'server-key ',
      'server key ',
    ],
    pattern:
      /((?:password|secret|key|community|server-key)(?: [0-9])? |(?:enable|snmp-server|isakmp|server) (?:secret|community|key) (?:[0-9] )?)([^\s"'\\]{4,127})/y,
  },
  {
    // Of any program: -p after -u is a password, and so is what it reads from a here-string.
    anchors: [' -p ', ' -P '],
    pattern: new RegExp(
      String.raw`( -[pP][ \t]{1,4}${quote})((?!\d)[^\s"'\\:/.-][^\s"'\\:/]{3,255})`,
      'y',
    ),
    after: /(?<!\b(?:mysql|mariadb).{0,128})\s-{1,2}(?:u|U|l|user|username|login)[= ]\S/g,
  },
  {
    anchors: ['<<< '],
    pattern: new RegExp(String.raw`(<<< ${quote}(?:[\w.-]{1,32}:)?)(${argument})`, 'y'),
    after: /passw|secret|login|token/gi,
  },
  {
    anchors: ['sqlplus ', 'conn ', 'CONNECT ', 'connect ', 'expdp ', 'impdp ', 'rman target '],
    pattern:
      /([A-Za-z]{4,8} (?:target )?(?:-\w{1,4} )?["']?[A-Za-z][\w$#]{1,30}\/)([^\s@"'/:.]{4,64})(?=@|["']?\s?(?:$|[;\n]))/my,
  },
  {
    anchors: ['ombination'],
    pattern: /(ombination(?: [\w ]{1,24})?(?: is|:|=)? )(\d{1,2}(?:[- ]\d{1,2}){2,4})(?!\d)/y,
  },
  {
    anchors: ['SSID', 'ssid'],
    pattern:
      /(ssid["']?[ \t]{0,2}[:=][^\n]{1,48}[\n,;] {0,8}["']?(?:key|psk|pw|code)["']?[ \t]{0,2}[:=][ \t]{0,2}["']?)([^\s"',;]{8,63})/iy,
  },
  { anchors: ['WIFI:'], pattern: /(WIFI:[^\n"]{0,80}?P:)([^;\n"]{1,64})/y },
  { anchors: ['thin:'], pattern: /(thin:[\w$#]{1,64}\/)([^\s@"']{1,128})(?=@)/y },
  {
    anchors: ['secret set'],
    pattern: /(secret set [\w-]{1,64} (?:--body|-b)[ =]\\?["']?)([^\s"'\\]{1,256})/y,
  },
  { anchors: ['vault login'], pattern: /(vault login (?:token=)?)([\w.-]{20,128})/y },
  {
    anchors: ['"d":', '"p":', '"q":', '"k":'],
    pattern: /("[dpqk]":\s{0,2}")([\w-]{40,1024})(?=")/y,
  },
  { anchors: ['net user', 'NET USER'], pattern: /(net user \S{1,64} )([^\s"'\\/*]{4,127})/iy },
]

const longestCommand = 256

export const commandLineRules: readonly Rule[] = forms.map(
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
