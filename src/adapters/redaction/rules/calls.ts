/**
 * Passwords in the arguments of calls that sign in, connect or add an account, known by their
 * position after the account: `connect("10.0.0.8", 22, "pi", "marmalade")`, `login("bob@x.io", "…")`.
 */
import { alphanumeric, isIn, tableOf } from '../scan/literal-scanner.ts'
import type { Rule, Source } from '../scan/source.ts'
import { isMention, isPlaceholder, isReference } from '../values/secret-values.ts'
import { isChosenPassword, isChosenWord, isLongAndRandom, isStatement } from '../values/shape.ts'

/** Calls that sign in: the second of two arguments is the password. */
const signingIn =
  'login logon creds begin softap signin sign_in auth authenticate authentication credential credentials basic httpbasic superuser createuser create_user adduser add_user pdo mysqli'.split(
    ' ',
  )
/** Calls that take an address or a database first. */
const connecting = 'connect connection open url.create database manager values bind bind_s'.split(
  ' ',
)

interface Argument {
  readonly text: string
  readonly start: number
  readonly isLiteral: boolean
}

export const callRule: Rule = {
  name: 'call',
  anchors: [...signingIn, ...connecting],
  ignoresCase: true,
  find(source, at, name) {
    const end = at + name.length
    if (isIn(nameCharacters, source.text.charCodeAt(end))) return undefined
    if (source.match(opening, end) === null) return undefined
    const from = opening.lastIndex
    if (name === 'values' && !intoAccounts.test(source.before(at, 60))) return undefined
    const given = argumentsAt(source, from)
    const isSigningIn = signingIn.includes(name) || receiver.test(source.before(at, 24))
    const found = passwordAmong(given, isSigningIn)
    return found && { start: found.start, end: found.start + found.text.length, kind: 'password' }
  },
}

const nameCharacters = tableOf(`${alphanumeric}_`)
/** `login(`, `credentials = (`, `login 'bob', …` */
const opening = / ?(?:= ?)?\(| (?=')/y

/** `INSERT INTO vpn_users VALUES (` */
const intoAccounts = /\binto\W{1,3}\w{0,32}(?:user|account|login|credential)s?\W{1,3}$/i
/** `connection.Open(`, `::ftp::Open(` */
const receiver = /(?:conn|ftp|sql|smtp|imap|ldap)\w{0,16}\W{1,2}$/i

const argument =
  /\s{0,16}(?:(?:Some\(|b|@|key=)?(\\{0,4}["'])([^"'\\\n]{0,160})\1\)?|([\w.$&*:>-]{1,48}(?:\[\w{0,16}\]|\(\))?))\s{0,16}([,)\];]|$)/y
const mostArguments = 8

function argumentsAt(source: Source, from: number): Argument[] {
  const found: Argument[] = []
  let at = from
  while (found.length < mostArguments) {
    const match = source.match(argument, at)
    if (match === null) break
    const [whole, quote, literal, name = '', end] = match
    const start = at + whole.indexOf(quote ?? name) + (quote?.length ?? 0)
    found.push({ text: literal ?? name, start, isLiteral: literal !== undefined })
    at = argument.lastIndex
    if (end !== ',') break
  }
  return found
}

function passwordAmong(given: readonly Argument[], isSigningIn: boolean): Argument | undefined {
  return given.find((each, at) => {
    const before = given[at - 1]
    if (!each.isLiteral || !isGiven(each.text)) return false
    if (before === undefined)
      return isSigningIn && given.length === 1 && !/\s/.test(each.text) && isKey(each.text)
    if (before.isLiteral) {
      if (distinguishedName.test(before.text)) return true
      if (!account.test(before.text) || isAddress(before.text)) return false
      const hasAddress = given.slice(0, at).some(({ text }) => isAddress(text))
      return isSigningIn || (at >= 2 && (hasAddress || isUnusual(each.text)))
    }
    return (
      isSigningIn && at === given.length - 1 && variable.test(before.text) && isUnusual(each.text)
    )
  })
}

const account = /^[\w.@+\\-]{1,64}$/
/** `CN=svc,DC=acme,DC=io`, an account in a directory. */
const distinguishedName = /^(?:[A-Za-z]{1,12}=[^,=]{1,64}(?:, ?|$)){1,12}$/
const variable = /^[A-Za-z_$][\w.$]*$/
const address =
  /^\d{1,3}(?:\.\d{1,3}){3}$|:\/\/|^\/|^[\w+]{2,16}:|(?<!@[\w.-]*)\.[a-z]{2,8}$|^localhost|sql|postgres|mongo|oracle|redis|driver/i
const isAddress = (text: string) => address.test(text) && !/^[\w.+-]+@/.test(text)

const isUnusual = (text: string) => isChosenWord(text) || isChosenPassword(text, leastBits)
const leastBits = 22
/** What can sign in without an account. */
const isKey = (text: string) => isUnusual(text) || isLongAndRandom(text)

function isGiven(text: string): boolean {
  return (
    text.length >= 4 &&
    !/^[\d.]+$|^[#./]|[{}<>$]|(?: \S+){5}/.test(text) &&
    !/^[\w.+-]+@[\w-]+\.\w/.test(text) &&
    !isAddress(text) &&
    !isPlaceholder(text) &&
    !isReference(text) &&
    !isMention(text) &&
    !isStatement(text)
  )
}
