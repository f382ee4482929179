/** Passwords of networks, devices and servers in their settings and protocols. */
import type { CommandForm } from './call-forms.ts'

export const deviceForms: readonly CommandForm[] = [
  {
    anchors: ['login'],
    pattern: /(login\s{1,8}\S{1,128}\s{1,8}password\s{1,8})([^\s"'\\]{1,255})/y,
  },
  {
    anchors: ['requirepass', 'masterauth'],
    pattern: /((?:requirepass|masterauth)\s{1,8}["']?)([^\s"'\\]{4,255})/y,
  },
  {
    // What a mail or file server receives: USER bob, then PASS …
    anchors: ['PASS '],
    pattern:
      /((?<=\bUSER\b[\s\S]{1,160}\n\W{0,4}(?:[CS]: )?|> |quote )PASS )([^\s"'\\]{4,128})(?=\s|$)/iy,
  },
  {
    // Network devices: username bob password 7 …, enable secret …, snmp-server community … RO
    anchors: [
      'password 0 ',
      'password 5 ',
      'password 7 ',
      'secret 0 ',
      'secret 5 ',
      'secret 8 ',
      'secret 9 ',
      'set password 1 ',
      'option key ',
      'enable secret ',
      'snmp-server community ',
      'isakmp key ',
      'server-key ',
      'pre-shared-key ',
      'key-string ',
      'server key ',
    ],
    pattern:
      /((?:password|secret|key|community|server-key|pre-shared-key|key-string)(?: (?:[0-9]|ascii-text|hexadecimal))? "?|(?:enable|snmp-server|isakmp|server|option|set) (?:secret|community|key|password) ["']?(?:[0-9] )?)([^\s"'\\]{4,127})/y,
  },
  {
    // On its own line, below the server it belongs to
    anchors: [' key 0 ', ' key 6 ', ' key 7 '],
    pattern: /((?<=\n[ \t]{0,16}) key \d )([^\s"']{4,127})(?=[ \t]{0,8}(?:$|\r?\n))/y,
  },
  {
    anchors: ['ombination'],
    pattern: /(ombination(?: [\w ]{1,24})?(?: is|:|=)? )(\d{1,2}(?:[- ]\d{1,2}){2,4})(?!\d)/y,
  },
  {
    // radius-server host … key …, ip ospf message-digest-key 1 md5 …
    anchors: ['radius-server host ', 'tacacs-server host ', 'message-digest-key '],
    pattern:
      /((?:(?:radius|tacacs)-server host [^\n]{4,80}? key (?:\d )?|message-digest-key \d{1,3} md5 (?:\d )?))([^\s"']{4,64})/y,
  },
  {
    // redis: AUTH …, ACL SETUSER bob on >…
    anchors: [' on >', 'AUTH '],
    pattern:
      /((?<=\b(?:user|SETUSER|setuser) \S{1,48}) on >|(?<=(?:^|\n|redis> |:\d{2,5}> ))AUTH (?!PLAIN|LOGIN)(?:\w{2,32} (?=\S{4,64}(?:\s|$)))?)([^\s"'>]{4,128})/y,
  },
  {
    anchors: [']:587 ', ']:465 ', ']:25 '],
    pattern: /(\]:\d{2,3}[ \t]{1,16}[^\s:]{1,64}:)([^\s]{4,128})/y,
  },
  { anchors: ['register => '], pattern: /(register => [^\s:@]{1,64}:)([^\s@]{4,128})(?=@)/y },
  {
    // SNMP: auth sha … priv aes …
    anchors: [' SHA ', ' sha ', ' MD5 ', ' md5 '],
    pattern:
      /( (?:sha|md5) ["']?)([^\s"']{8,64}["']?(?:(?<=\S) (?:priv )?aes (?:128 |192 |256 )?["']?[^\s"']{8,64})?)/iy,
    after: /\b(?:auth|createUser|authentication-key)\b/g,
  },
  {
    // A key of 32 bytes that no word describes
    anchors: ['key: ', 'key = ', 'key": "'],
    pattern: /(key"?[ \t]?[:=][ \t]?["']?)([A-Za-z\d+/]{38,88}={1,2})(?![\w=])/y,
  },
  { anchors: ['Key Content'], pattern: /(Key Content[ \t]{0,16}: )([^\n]{8,63})/y },
  {
    anchors: ['rocommunity ', 'rwcommunity ', 'rocommunity6 ', 'com2sec '],
    pattern: /((?:r[ow]community6? |com2sec(?: -Cn \S{1,32})? \S{1,32} \S{1,48} ))([^\s"']{4,64})/y,
  },
  {
    // IMAP, POP3, SMTP and IRC: a1 LOGIN bob …, AUTH PLAIN …, IDENTIFY …
    anchors: [' LOGIN '],
    pattern: /((?<=(?:^|\n|: |> )\w{1,8}) LOGIN "?[^\s"]{2,64}"? "?)([^\s"]{4,64})/y,
  },
  {
    anchors: ['AUTH PLAIN ', 'AUTH LOGIN ', 'AUTHENTICATE PLAIN ', 'AUTH XOAUTH2 '],
    pattern: /(AUTH(?:ENTICATE)? (?:PLAIN|LOGIN|XOAUTH2) )([A-Za-z\d+/]{8,512}={0,2})/y,
  },
  {
    anchors: ['IDENTIFY '],
    pattern: /((?<=NickServ\W{1,3})IDENTIFY (?:\w{2,24} )?)(\S{4,64})/y,
  },
  { anchors: ['WIFI:'], pattern: /(WIFI:[^\n"]{0,80}?P:)([^;\n"]{1,64})/y },
  { anchors: ['psksecret ', 'PSKSECRET '], pattern: /(psksecret (?:ENC )?"?)([^\s"]{4,256})/iy },
  {
    anchors: [' : EAP "', ' : XAUTH "', ' : NTLM "'],
    pattern: /( : [A-Z]{3,5} ")([^"\n]{4,128})/y,
  },
]
