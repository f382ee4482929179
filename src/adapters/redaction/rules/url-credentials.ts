/** The password or token in `scheme://user:password@host`; the rest of the address stays. */
import { markerPattern } from '../marker.ts'
import type { Source } from '../scan/source.ts'
import { isOpaque, isPlaceholder } from '../values/secret-values.ts'
import { isChosenPassword } from '../values/shape.ts'
import type { Rule, Span } from './rule.ts'

const userInfoEnd = /[\s/?#"'`<>\\]/g
const longestUserInfo = 2_048

export const urlCredentialRule: Rule = {
  name: 'url-credentials',
  anchors: ['://', ':\\/\\/'],
  find(source, at, anchor) {
    const start = at + anchor.length
    const plain = userInfoAt(source, start)
    if (plain === undefined && source.match(repository, start) !== null) {
      return findPathTokens(source.text, start, repository.lastIndex)
    }
    if (plain !== undefined) return judgeUserInfo(source.text, start, plain)
    if (!databaseScheme.test(source.before(at, 16))) return undefined
    const match = source.match(databaseUserInfo, start)
    return match === null ? undefined : judgeUserInfo(source.text, start, start + match[0].length)
  },
}

const repository = /[\w.:-]{1,128}(?:\/[\w.~%+-]{1,128}){2,8}?\.git(?![\w.])/y

/** Some servers take the token as a folder of the repository's address. */
function findPathTokens(text: string, start: number, end: number): Span[] {
  const spans: Span[] = []
  let from = start
  for (const part of text.slice(start, end).split('/')) {
    if (part.length >= 20 && isOpaque(part) && /\d/.test(part) && /[A-Z]|[a-f0-9]{32}/.test(part)) {
      spans.push({ start: from, end: from + part.length, kind: 'url-token' })
    }
    from += part.length + 1
  }
  return spans
}

/** Database passwords are often pasted unescaped, with slashes; a port is not a password. */
const databaseScheme =
  /(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse|oracle|nats|kafka|neo4j|bolt)$/i
const databaseUserInfo = /[^\s:@/"'`<>]{0,128}:(?!\d{1,5}[/?])[^\s@"'`<>]{1,256}(?=@[\w.[-])/y

/** The end of what stands before the last `@`. */
function userInfoAt(source: Source, start: number): number | undefined {
  const end = source.next(userInfoEnd, start)
  if (end - start > longestUserInfo) return undefined
  const at = source.text.slice(start, end).lastIndexOf('@')
  return at <= 0 ? undefined : start + at
}

const userAndPassword = new RegExp(`^((?:${markerPattern}|[^:])*)(?::(.*))?$`, 's')

function judgeUserInfo(text: string, start: number, end: number): Span[] {
  const [, user = '', password = ''] = userAndPassword.exec(text.slice(start, end)) ?? []
  const spans: Span[] = []
  const isToken = user.length >= 16 && /\d/.test(user) && isOpaque(user) && !isPlaceholder(user)
  if (isToken) spans.push({ start, end: start + user.length, kind: 'url-token' })
  if (password !== '' && !isPlaceholder(password)) {
    spans.push({ start: end - password.length, end, kind: 'url-password' })
  }
  return spans
}

const userBefore = /(?:^|[\s"'`(=:/])(?!\d+[:/])[\w.+-]{2,32}[:/]([^\s@:/?&="'`<>]{6,64})$/
const host =
  /@(?!sha\d)(?:[a-z][\w-]{0,62}(?:\.[\w-]{1,62}){0,6}|\d{1,3}(?:\.\d{1,3}){3})(?![\w@])/iy

/** `bob:hunter2x@host`, `bob/hunter2x@host` and `bob:swordfish@tcp(host)`, without a scheme. */
export function findUserInfo(text: string): Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    host.lastIndex = at
    const isCertain = /^@(?:tcp|unix|udp)?\(/.test(text.slice(at, at + 6))
    if (!isCertain && !host.test(text)) continue
    const password = userBefore.exec(text.slice(Math.max(0, at - 100), at))?.[1]
    if (
      password !== undefined &&
      (isCertain ? !isPlaceholder(password) : isChosenPassword(password, leastBits))
    ) {
      spans.push({ start: at - password.length, end: at, kind: 'password', isGuess: true })
    }
  }
  return spans
}

const leastBits = 30
