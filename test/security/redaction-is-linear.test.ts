/** Issue line 3: a text is redacted in linear time, and within a limit. */
import { expect, it } from 'vitest'
import { createRedactor } from '../../src/adapters/redaction/redactor.ts'
import { isLongRun } from '../hermetic/long-run.ts'
import { type AdversarialText, adversarialTexts } from '../support/redaction/adversarial-texts.ts'

const { redact } = createRedactor({ budgetMs: Number.POSITIVE_INFINITY })
const length = (isLongRun ? 8 : 2) * 1024
const parts = 4
/** A rule that reads to the end of the text from every place would need four times as long. */
const mostGrowth = 2
const mostAttempts = 30

/**
 * How much longer one text takes than its parts do. Both have the same length, so that compilers,
 * garbage collectors and a busy machine add as much to the one as to the other.
 */
function growthOf({ make }: AdversarialText, read: (text: string) => unknown = redact): number {
  const [part, whole] = [make(length), make(parts * length)]
  const readParts = () => {
    for (let count = 0; count < parts; count++) read(part)
  }
  let [inParts, atOnce] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    inParts = Math.min(inParts, milliseconds(readParts))
    atOnce = Math.min(
      atOnce,
      milliseconds(() => read(whole)),
    )
    if (atOnce <= mostGrowth * inParts) break
  }
  return atOnce / inParts
}

/** Of processor time, which does not pass while the machine does something else. */
function milliseconds(work: () => unknown): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

it.each([...adversarialTexts.keys()])('%s: a text takes as long as its parts', (rule) => {
  const slow = (adversarialTexts.get(rule) ?? []).flatMap((text) => {
    const growth = growthOf(text)
    return growth > mostGrowth ? [`${text.name}: × ${growth.toFixed(1)}`] : []
  })
  expect(slow).toEqual([])
})

it('would see a pattern that reads to the end of the text from every place', () => {
  const text = { name: 'quadratic', make: (size: number) => 'a'.repeat(size) }
  expect(growthOf(text, (read) => /a+b/.test(read))).toBeGreaterThan(mostGrowth)
})

it.each(['Authorization: ', 'otpauth://totp/a?secret=', 'Cookie: a=b; '])(
  'reads a megabyte of %j in seconds, where it took a minute',
  (unit) => {
    expect(milliseconds(() => redact(unit.repeat(1_000_000 / unit.length)))).toBeLessThan(5_000)
  },
)

/** Patterns that can read a text in several ways take for ever on one short line, not on a long text. */
it.each([
  'password for ',
  'password is ab ',
  'connect("a", ',
  'login("a", "b", ',
  'password = <<EOT\n',
  'password={a;',
  "password for a'",
  'password was changed from ',
  'insert into x (a, password) values (',
  'mot de passe ',
  'пароль ',
  '密码',
  'login with ',
  'credentials: ',
  'use ',
  'fill("password", ',
  'expect(password).',
  '| password | ',
  'tool -u ',
  'Enter passphrase for ',
  'the password for it:\n',
  '$ cat /run/secrets/',
  'backup codes: ',
  'private_key = [',
  'user, password = ',
  '// password ',
  'Username: ',
  '<<< "secret ',
  'wifi ',
  'jwt.sign(',
  'the vault opens with ',
])('reads one line that starts with %j at once, whatever is repeated in it', (start) => {
  const units = [
    "'",
    '"',
    ' ',
    'a',
    'a ',
    "a'",
    '-',
    '.',
    ': ',
    '(',
    "''a",
    "'a',",
    'a/',
    '一',
    'а ',
    '12, ',
    '1. a1b2-c3d4\n',
    '\n',
    '\n\n',
    "'a', ",
  ]
  const slow = units.flatMap((unit) =>
    ['', ' is the password', ':'].flatMap((end) => {
      const took = milliseconds(() => redact(start + unit.repeat(200) + end))
      return took > 500 ? [`${unit}${end}: ${took} ms`] : []
    }),
  )
  expect(slow).toEqual([])
})

it('reads a value of many words at once', () => {
  expect(milliseconds(() => redact(`apiKey: "${'Passwort'.repeat(8)}1x"`))).toBeLessThan(500)
})

const line = 'nothing to see in this line\n'
const secret = `gh${'p'}_${'aQ7x9Kd'.repeat(6)}`
const longText = `${line.repeat(40_000)}${secret}\n${line.repeat(40_000)}`

it('withholds what is left of a text when its time is up', () => {
  let reads = 0
  const impatient = createRedactor({ now: () => reads++, budgetMs: 3 })
  const result = impatient.redact(longText)
  expect(result).toMatch(/^nothing to see[\s\S]+\[redacted:not-checked-in-time\]$/)
  expect(result.length).toBeLessThan(longText.length / 2)
  expect(result).not.toContain(secret.slice(0, 12))
})

it('shares the time of an event among its texts, and reads short ones whatever the time', () => {
  let reads = 0
  const event = createRedactor({ now: () => reads++, budgetMs: 3 }).forEvent()
  expect(event.redact(longText)).toContain('[redacted:not-checked-in-time]')
  expect(event.redact(longText).length).toBeLessThan(70_000)
  expect(event.redact(`token ${secret}`)).toBe('token [redacted:github-token]')
  expect(event.redact('session-1')).toBe('session-1')
})

it('finds a secret on any border of the parts that a long text is read in', () => {
  const part = 64 * 1024
  for (let offset = -secret.length - 3; offset <= 3; offset += 3) {
    const text = `${'a '.repeat(part).slice(0, part + offset)} ${secret} end`
    expect(redact(text)).not.toContain(secret.slice(4))
  }
})
