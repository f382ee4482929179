/** Files whose lines are credentials, recognised by their format. */
import type { Rule, Source, Span } from '../scan/source.ts'
import { literalAt } from '../values/literal.ts'
import { isPlaceholder, isReference } from '../values/secret-values.ts'
import { isChosenPassword } from '../values/shape.ts'

const farthest = 4_096
const entry = /^[ \t]{1,8}[\w.-]{1,128}:[ \t]{1,4}(["']?)([^\s"'|>{][^\s"']{3,2048})\1[ \t]*\r?$/gm
const dataBlock = /^(?:data|stringData):[ \t]*\r?\n((?:[ \t]+[^\n]*(?:\n|$))+)/gm

/** The values of a Kubernetes manifest that says `kind: Secret`. */
const manifestRule: Rule = {
  name: 'manifest',
  anchors: ['kind: Secret'],
  find(source, at, anchor) {
    if (source.isRead(manifestRule, at) || !/(?:^|\n)$/.test(source.before(at, 1))) return undefined
    // Sorted by name, `data` comes before `kind`.
    const before = source.before(at, farthest)
    const start = at - before.length + Math.max(0, before.lastIndexOf('\n---') + 1)
    const after = source.text.slice(at, at + farthest)
    const next = after.indexOf('\n---')
    const end = at + (next < 0 ? after.length : next)
    source.markRead(manifestRule, Math.max(at + anchor.length, end))
    const manifest = source.text.slice(start, end)
    const spans: Span[] = []
    for (const block of manifest.matchAll(dataBlock)) {
      const lines = block[1] ?? ''
      const from = start + block.index + block[0].length - lines.length
      for (const found of lines.matchAll(entry)) {
        const value = found[2] ?? ''
        const valueStart = from + found.index + found[0].lastIndexOf(value)
        spans.push({ start: valueStart, end: valueStart + value.length, kind: 'secret' })
      }
    }
    return spans
  },
}

const generated = /result\\{0,4}["']?[ \t]{0,16}[:=][ \t]{0,4}(?=\\{0,4}")/g
const nextResource = /type\\{0,4}"\s{0,4}:|resource "/g

/** Terraform's entry for a password it generated. */
const generatedRule: Rule = {
  name: 'generated password',
  anchors: ['random_password"', 'random_password\\'],
  find(source, at, anchor) {
    const from = at + anchor.length
    const member = source.next(generated, from)
    if (member - from > farthest || source.next(nextResource, from) < member) return undefined
    const [lead = ''] = /^[^:=]*[:=][ \t]*/.exec(source.text.slice(member, member + 40)) ?? []
    const literal = literalAt(source.text, member + lead.length)
    if (literal === undefined || isPlaceholder(literal.value)) return undefined
    return { start: literal.start, end: literal.end, kind: 'password' }
  },
}

interface FileForm {
  readonly name: string
  readonly anchors: readonly string[]
  /** What must precede the anchor within 100 characters. */
  readonly after?: RegExp
  /** What is between the anchor and the first line. */
  readonly head: RegExp
  /** Matches one line: group 1 precedes the secret, group 2 is the secret. */
  readonly line: RegExp
  readonly isSecret?: (value: string) => boolean
}

const lineStart = String.raw`(?:\r?\n|\\n)(?:[ \t]{0,16}#[^\n]{0,160}\n){0,8}[ \t]{0,16}`
const field = String.raw`(?:"[^"\n]{1,64}"|[^\s"#]{1,64})`

const forms: readonly FileForm[] = [
  {
    // client  server  secret  addresses
    name: 'chap-secrets',
    anchors: ['chap-secrets', 'pap-secrets', '# client', 'using CHAP', 'using PAP'],
    head: /(?<=-secrets|using [CP]AP)[^\n]{0,120}(?=\n)|[ \t]{1,32}\w{1,24}[ \t]{1,32}(?:secret|password)[^\n]{0,80}(?=\n)/y,
    line: new RegExp(
      String.raw`(${lineStart}${field}[ \t]{1,32}${field}[ \t]{1,32}"?)([^\s"#]{3,128})(?="?(?:[ \t]|\r?$|\r?\n))[^\n]{0,120}`,
      'my',
    ),
  },
  {
    name: 'auth-user-pass',
    anchors: ['<auth-user-pass>'],
    head: /(?:\r?\n|\\n)[^\s<>]{1,128}(?=\r?\n|\\n)/y,
    line: /((?:\r?\n|\\n)[ \t]{0,16})([^\s<>][^\n<>\\]{2,127})/y,
  },
  {
    // chpasswd's list, in a shell or for cloud-init: bob:hunter2x
    name: 'chpasswd',
    anchors: ['chpasswd:', 'chpasswd <<', 'newusers <<'],
    head: /[^\n]{0,40}(?:\n[ \t]{1,8}(?:list|users): ?\|?-?(?=\n)|\n[ \t]{1,8}expire: \w{4,5}){0,3}(?=\n)/y,
    line: /(\n[ \t]{0,16}(?:- )?[a-z][\w.-]{0,31}:)([^\s:]{4,128})(?=:|\s|$)[^\n]{0,80}/y,
  },
  {
    // Users of a web server or a database with their passwords: bob: hunter2x
    name: 'users',
    anchors: [
      'auth_users:',
      'userlist:',
      'users.properties',
      '[users]',
      '[user]',
      '[credentials]',
      '[passwords]',
      'htpasswd <<',
    ],
    head: /[^\n]{0,40}(?=\n)/y,
    line: /(\n[ \t]{0,16}(?:- )?["']?[A-Za-z][\w.@-]{0,31}["']?[ \t]?[:=][ \t]?["']?)([^\s"':,]{4,128})(?=["',]|\s|$)[^\n]{0,80}/y,
    isSecret: (value) => isChosenPassword(value, 20),
  },
  {
    // Username: bob, then a line with any name for its value
    name: 'below a user',
    anchors: [
      'sername:',
      'ser name:',
      'ser:',
      'enutzername:',
      'enutzer:',
      'ogin:',
      'suario:',
      'tilisateur :',
      'dentifiant :',
      'tente:',
    ],
    head: /["'`*]{0,3}[ \t]{0,16}["'`]?[\w.@+\\-]{2,64}["'`]?[ \t]{0,8}(?=\n)/y,
    line: /(\n[ \t]{0,16}(?:[-*•] )?[*"]{0,2}[\p{L}][\p{L} -]{1,30}[*"]{0,2} ?: {0,8}[*"'`]{0,3})([^\s"'`]{6,64})(?=["'`*]{0,3}[ \t]{0,8}(?:$|\n))/uy,
    isSecret: (value) =>
      isChosenPassword(value, 28) && /[!#$%^&*?+=~]|[a-z]\d|\d[a-z]/i.test(value),
  },
  {
    // .pgpass: host:port:database:user:password
    name: 'pgpass',
    anchors: [':5432:', ':5433:', ':6432:', ':6543:', ':*:'],
    after: /(?:^|\n)[\w.*-]{1,80}$/,
    head: /[\w*-]{1,64}:[\w*.-]{1,64}(?=:)/y,
    line: /(:)(\S{4,128})(?=\s|$)/y,
  },
  {
    // SMTP: the server asks for the password in base64
    name: 'smtp',
    anchors: ['334 UGFzc3dvcmQ6', '334 VXNlcm5hbWU6', '334 \n', 'AUTH LOGIN\n'],
    head: /[ \t\r]{0,4}/y,
    line: /((?:\n|^)(?:[CS<>]: ?|[<>] |~> ?)?)([A-Za-z0-9+/]{4,128}={0,2})(?=\s|$)/y,
  },
]

const mostLines = 40

function findLines(source: Source, form: FileForm, at: number, anchor: string): Span[] {
  const { text } = source
  if (source.isRead(form, at) || (form.after && !form.after.test(source.before(at, 100)))) return []
  if (source.match(form.head, at + anchor.length) === null) return []
  const spans: Span[] = []
  let from = form.head.lastIndex
  for (let line = 0; line < mostLines; line++) {
    const match = source.match(form.line, from)
    if (match === null) break
    const [, kept = '', value = ''] = match
    const start = from + kept.length
    from = form.line.lastIndex
    if (isPlaceholder(value) || isReference(value) || value === '*') continue
    if (form.isSecret?.(value) === false) continue
    spans.push({ start, end: start + value.length, kind: 'password' })
  }
  source.markRead(form, Math.min(text.length, from))
  return spans
}

export const credentialFileRules: readonly Rule[] = [
  manifestRule,
  generatedRule,
  ...forms.map(
    (form): Rule => ({
      name: form.name,
      anchors: form.anchors,
      find: (source, at, anchor) => findLines(source, form, at, anchor),
    }),
  ),
]
