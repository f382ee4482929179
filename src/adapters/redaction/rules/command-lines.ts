/** Passwords in the argument styles of specific programs. */
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

/** The same, before a here-string. */
const readers =
  /passw|passphrase|secret|login|token|stdin|cryptsetup|luks|kinit|gpg|ssh-add|htpasswd|veracrypt|zip|7z|restic|borg|keytool|sudo[^\n]{0,40} -S/gi
const shellForms: readonly CommandForm[] = [
  {
    anchors: [' -p', ' -P', ' -w ', ' -a ', ' -c ', ' -pw ', ' /rp ', ' /p:', ' /user:'],
    pattern: new RegExp(
      `( (?:[-/](?:p|P|w|a|c|pw|rp)[ :=]{0,2}|/user:[^\\s]{1,64} )${quote})(${oneWord})`,
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
    pattern: new RegExp(String.raw`( -p${quote})(${anyArgument})`, 'y'),
    after: /\b(?:mysql\w*|mariadb\w*|sshpass|mongo\w*|7z\w?|ftp|winscp)\b/g,
  },
  {
    anchors: [' -p '],
    pattern: new RegExp(String.raw`( -p[ \t]{1,4}${quote})(${anyArgument})`, 'y'),
    after:
      /\b(?:sshpass|mongo\w*|twine|(?:docker|podman|az|registry|helm|oc|cf)\s+(?:registry\s+)?login|unzip|zip|ldap\w+|influx)\b/g,
  },
  {
    anchors: [' -P '],
    pattern: new RegExp(String.raw`( -P[ \t]{1,4}${quote})(${anyArgument})`, 'y'),
    after: /\b(?:sqlcmd|bcp|unzip|zip|bsqldb|tsql|htpasswd)\b/g,
  },
  {
    anchors: [' -w '],
    pattern: new RegExp(String.raw`( -w[ \t]{1,4}${quote})(${anyArgument})`, 'y'),
    after: /\b(?:ldap\w{3,6}|add-\w{7,8}-password)\b/g,
  },
  {
    anchors: [' -a '],
    pattern: new RegExp(String.raw`( -a[ \t]{1,4}${quote})(${anyArgument})`, 'y'),
    after: /\bredis-cli\b/g,
  },
  {
    anchors: [' -A ', ' -X '],
    pattern: new RegExp(String.raw`( -[AX][ \t]{1,4}${quote})(${anyArgument})`, 'y'),
    after: /\bsnmp\w{2,12}\b/g,
  },
  { anchors: ['::add-mask::'], pattern: /(::add-mask::)([^\s"'\\]{4,256})/y },
  {
    anchors: [' -b', ' -bn', ' -nb'],
    pattern: new RegExp(
      String.raw`( -\w{0,4}b\w{0,4}[ \t]{1,4}(?:[^\s|>&;]{1,128}[ \t]{1,4}){1,2}${quote})(?![|>&;])(${anyArgument})`,
      'y',
    ),
    after: /passwd\b/g,
  },
  {
    anchors: ['-pass', '-passin', '-passout'],
    pattern: /(-pass(?:in|out)?\s{1,4}["']?pass:)([^\s"'\\]{1,255})/y,
  },
  {
    anchors: ['echo', 'printf'],
    pattern: new RegExp(
      String.raw`((?:echo|printf)[ \t]{1,4}(?:-[neE]{1,3}[ \t]{1,4})?(?:["']%s(?:\\n)?["'] )?${quote})([^\s"'\\|][^"'|\n]{0,127}?)(?=(?:\\{1,2}n)?${quote}[ \t]{0,4}\|[ \t]{0,4}(?:${passwordReaders.join('|')}))`,
      'y',
    ),
  },
  {
    anchors: [' -U'],
    pattern: new RegExp(`( -U[ \\t]{0,4}${quote}[^\\s%"']{1,64}%)(${anyArgument})`, 'y'),
    after: /\b(?:smb\w*|net|rpcclient|winexe|wmic)\b/g,
  },
  {
    anchors: ['/p:'],
    pattern: new RegExp(`(/p:${quote})(${anyArgument})`, 'y'),
    after: /\b(?:xfreerdp|mstsc|rdesktop|wfreerdp)\b/g,
  },
  {
    anchors: ['-storepass', '-keypass', '-srcstorepass', '-deststorepass'],
    pattern: new RegExp(`(-\\w{3,12}pass[ \\t]{1,4}${quote})(${anyArgument})`, 'y'),
  },
  {
    anchors: ['ConvertTo-SecureString'],
    pattern: /(ConvertTo-SecureString(?: -String)?\s{1,4}\\?["'])([^"'\\$]{1,128})/y,
  },
  {
    // rabbitmqctl add_user bob …, wpa_passphrase home …, composer config http-basic.host bob …
    anchors: ['ctl add_user ', 'ctl change_password ', 'wpa_passphrase ', 'config http-basic.'],
    pattern: new RegExp(
      `((?:\\w{3,6} )?[\\w.-]{4,96}[ \\t]{1,4}[^\\s"'|-][^\\s"'|]{0,63}[ \\t]{1,4}${quote})(?![|>&;(=])(${anyArgument})`,
      'y',
    ),
  },
  {
    anchors: [' --value '],
    pattern: new RegExp(`( --value[ \\t]{1,4}${quote})(${anyArgument})`, 'y'),
    after: /\b(?:put-parameter|keyvault|secrets?)\b/g,
  },
  {
    anchors: [' -N '],
    pattern: new RegExp(`( -N[ \\t]{1,4}${quote})(${anyArgument})`, 'y'),
    after: /\bssh-keygen\b/g,
  },
  {
    anchors: [' -u '],
    after: /\blftp\b/g,
    pattern: new RegExp(`( -u ${quote}[^\\s,"']{1,64},)(${anyArgument})`, 'y'),
  },
  { anchors: ['sonar.login='], pattern: /(sonar\.login=["']?)([\w-]{20,64})/y },
  {
    anchors: ['bundle config '],
    pattern: /(bundle config (?:set )?\S{3,80} [^\s:]{1,64}:)(\S{4,128})/y,
  },
  {
    anchors: [' -k '],
    pattern: new RegExp(`( -k[ \\t]{1,4}${quote})(${anyArgument})`, 'y'),
    after: /\bopenssl\b/g,
  },
  {
    anchors: ['net use', 'NET USE'],
    pattern: /(net use \S{1,8} \S{1,128} )([^\s"'\\/*][^\s"'\\]{3,127})(?= \/user)/iy,
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
    pattern: new RegExp(String.raw`(<<< ${quote}(?:[\w.-]{1,32}:)?)(${anyArgument})`, 'y'),
    after: readers,
  },
  {
    anchors: ['<<< '],
    pattern: /(<<< ["'])([^"'$`\n]{4,128})(?=["'])/y,
    after: readers,
  },
  {
    anchors: ['<<EOF\n', "<<'EOF'\n", '<<"EOF"\n'],
    pattern: /(<<["']?EOF["']?\n)([^\n]{4,128})(?=\nEOF)/y,
    after: readers,
  },
  {
    anchors: ['sqlplus ', 'conn ', 'CONNECT ', 'connect ', 'expdp ', 'impdp ', 'rman target '],
    pattern:
      /([A-Za-z]{4,8} (?:target )?(?:-\w{1,4} )?["']?[A-Za-z][\w$#]{1,30}\/)([^\s@"'/:.]{4,64})(?=@|["']?\s?(?:$|[;\n]))/my,
  },
  { anchors: [' -hp', ' -p'], pattern: /( -h?p)([^\s"'\\-][^\s"'\\]{3,127})/y, after: /\brar\b/g },
  {
    anchors: [' /d '],
    pattern: new RegExp(`( /d[ \\t]{1,4}${quote})(${anyArgument})`, 'y'),
    after: /\/v \S{0,40}(?:pass|pwd|secret|token)/gi,
  },
  {
    anchors: ['vault operator unseal '],
    pattern: /(vault operator unseal )([A-Za-z\d+/=]{20,128})/y,
  },
  {
    anchors: ['openssl passwd '],
    pattern:
      /(openssl passwd (?:-(?:[156]|apr1|salt \S{1,32}) ){0,3})([^\s"'$`()-][^\s"'`()]{3,127})/y,
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
    anchors: ['ctl register '],
    pattern: /(ctl register [\w.-]{1,64} [\w.-]{1,64} ["']?)([^\s"'|&;-][^\s"']{3,127})/y,
  },
  {
    anchors: [' -p ', ' -P '],
    pattern: new RegExp(String.raw`( -[pP][ \t]{1,4}${quote})(${anyArgument})`, 'y'),
    after: /\b(?:veracrypt|doveadm pw|ipmitool|racadm|esxcli|htdigest|smbpasswd)\b/g,
  },
  {
    anchors: ['SetCredential=', '--password-command'],
    pattern: /((?:SetCredential=[\w.-]{1,64}:|--password-command[ =]["']?echo ))([^\s"']{4,128})/y,
  },
  {
    anchors: [' -p ', ' -P '],
    pattern: new RegExp(String.raw`( -[pP][ \t]{1,4}${quote})(${anyArgument})`, 'y'),
    after: /\bsecurity (?:unlock-keychain|import|create-keychain|set-key-partition-list)\b/g,
  },
  {
    anchors: ['mc alias set '],
    pattern: /(mc alias set \S{1,64} \S{1,128} )(\S{3,128} \S{8,128})/y,
  },
  {
    anchors: ['encrypt_string '],
    pattern: /(encrypt_string (?:--\S{1,40} ){0,3}["'])([^"'\n]{4,256})/y,
  },
  {
    anchors: [' --plaintext '],
    pattern: new RegExp(`( --plaintext ${quote})(${anyArgument})`, 'y'),
  },
  { anchors: ['cargo login '], pattern: /(cargo login )(\w{20,64})/y },
  { anchors: ['adb pair '], pattern: /(adb pair \S{5,48} )(\d{6})(?!\d)/y },
  {
    anchors: [' /rp ', ' /p ', ' -rp '],
    pattern: new RegExp(`( [-/]r?p[ \\t]{1,4}${quote})(${anyArgument})`, 'y'),
    after: /\b(?:signtool|schtasks|cmdkey|runas|wmic|rasdial|psexec|net)\b/gi,
  },
  { anchors: ['thin:'], pattern: /(thin:[\w$#]{1,64}\/)([^\s@"']{1,128})(?=@)/y },
  {
    anchors: ['secret set'],
    pattern: /(secret set [\w-]{1,64} (?:--body|-b)[ =]\\?["']?)([^\s"'\\]{1,256})/y,
  },
  { anchors: ['vault login'], pattern: /(vault login (?:token=)?)([\w.-]{20,128})/y },
  { anchors: ['net user', 'NET USER'], pattern: /(net user \S{1,64} )([^\s"'\\/*]{4,127})/iy },
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
