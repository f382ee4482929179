import { describe, expect, it } from 'vitest'
import { secretSamples, seededRandom } from '../../../test/support/homes/secret-samples.ts'
import { createRedactor } from './redactor.ts'

const { redact, redactMember } = createRedactor()
const random = seededRandom(7)
const opaque = `aQ7${'x9Kd'.repeat(8)}`
const word = `hunter${2}`

describe('secrets with a form of their own', () => {
  it.each(secretSamples.map((sample) => [sample.kind, sample] as const))(
    'removes a %s',
    (_, sample) => {
      for (let round = 0; round < 50; round++) {
        const { text, secret } = sample.make(random)
        const result = redact(`before ${text} after`)
        expect(result).not.toContain(secret)
        expect(result).toMatch(/\[redacted:[a-z0-9-]+\]/)
      }
    },
  )

  it('covers at least twenty kinds', () => {
    expect(new Set(secretSamples.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(20)
  })

  it('says which kind stood there', () => {
    expect(redact(`push with gh${'p'}_${opaque}!`)).toBe('push with [redacted:github-token]!')
    expect(redact(`GITHUB_TOKEN=gh${'p'}_${opaque}`)).toBe('GITHUB_TOKEN=[redacted:github-token]')
    expect(redact(`Bearer ${opaque}`)).toBe('Bearer [redacted:bearer-token]')
  })

  it('finds a token behind an escaped line break, a colour code and a percent escape', () => {
    for (const before of ['\\n', '\\t', '\u001b[32m', '%3D', '"', '(', '=']) {
      expect(redact(`${before}s${'k'}-${opaque}`)).toBe(`${before}[redacted:openai-key]`)
    }
  })

  it('takes the secret key that follows an AWS access key', () => {
    const key = `AK${'IA'}Q3EGRZXYWVUTSRQP`
    const result = redact(`${key},${`aQ7/${'x9Kd'.repeat(9)}`}`)
    expect(result).toBe('[redacted:aws-access-key],[redacted:aws-secret]')
  })
})

describe('private keys', () => {
  const begin = `-----BEGIN ${'PRIVATE'} KEY-----`
  const end = `-----END ${'PRIVATE'} KEY-----`
  const line = 'MIIEvQ'.padEnd(64, 'b3Z')

  it.each([
    ['over lines', `${begin}\n${line}\n${line}\n${end}`],
    ['with escaped line breaks', `${begin}\\n${line}\\n${line}\\n${end}`],
    ['with doubly escaped line breaks', `${begin}\\\\n${line}\\\\n${line}\\\\n${end}`],
    ['with Windows line breaks', `${begin}\r\n${line}\r\n${end}`],
    ['without an end', `${begin}\n${line}\n${line}\n${line.slice(0, 9)}`],
    ['without an end, escaped', `${begin}\\n${line}\\n${line}`],
    ['without a beginning', `${line}\n${line}\n${line.slice(0, 9)}\n${end}`],
    [
      'with headers',
      `${begin}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB12\n\n${line}\n${line}`,
    ],
    ['with line numbers', `     1\t${begin}\n     2\t${line}\n     3\t${line}\n     4\t${end}`],
    ['joined from strings', `'${begin}\\n' +\n  '${line}\\n' +\n  '${end}'`],
    ['of PuTTY', `PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 2\n${line}\n${line}\n`],
  ])('are removed %s', (_, text) => {
    const result = redact(text)
    expect(result).toContain('[redacted:private-key]')
    expect(result).not.toContain(line.slice(0, 16))
  })

  it('leave the text around a key that was cut off', () => {
    const result = redact(`key:\n${begin}\n${line}\n${line}\nThat was the key of the server.`)
    expect(result).toBe('key:\n[redacted:private-key]\nThat was the key of the server.')
  })

  it('are not seen in certificates, public keys and talk of markers', () => {
    const certificate = `-----BEGIN CERTIFICATE-----\n${line}\n-----END CERTIFICATE-----`
    for (const text of [
      certificate,
      `if (text.startsWith('${begin}')) return`,
      `${begin}\n...\n${end}`,
    ]) {
      expect(redact(text)).toBe(text)
    }
  })
})

describe('assignments', () => {
  it.each([
    [`password=${word}`, 'password=[redacted:password]'],
    [`PASSWORD: ${word}`, 'PASSWORD: [redacted:password]'],
    [`DB_PASSWORD=swordfish npm start`, 'DB_PASSWORD=[redacted:password] npm start'],
    [`DB_PASSWORD="correct horse battery"`, 'DB_PASSWORD="[redacted:password]"'],
    [`export API_KEY='${opaque}'`, "export API_KEY='[redacted:api-key]'"],
    [`{"password":"${word}"}`, '{"password":"[redacted:password]"}'],
    [`{\\"password\\":\\"${word}\\"}`, '{\\"password\\":\\"[redacted:password]\\"}'],
    [
      `{\\\\\\"password\\\\\\":\\\\\\"${word}\\\\\\"}`,
      '{\\\\\\"password\\\\\\":\\\\\\"[redacted:password]\\\\\\"}',
    ],
    [`{"password":"a\\"b${word}"}`, '{"password":"[redacted:password]"}'],
    [`{"password":"${word}`, '{"password":"[redacted:password]'],
    [`"apiKey": "${opaque}"`, '"apiKey": "[redacted:api-key]"'],
    [`:api_key => '${opaque}'`, ":api_key => '[redacted:api-key]'"],
    [`client_secret := "${opaque}"`, 'client_secret := "[redacted:secret]"'],
    [`const password: string = '${word}'`, "const password: string = '[redacted:password]'"],
    [`process.env['API_KEY'] = '${opaque}'`, "process.env['API_KEY'] = '[redacted:api-key]'"],
    [`  password: swordfish\n  host: db`, '  password: [redacted:password]\n  host: db'],
    [`[client]\npassword = swordfish\n`, '[client]\npassword = [redacted:password]\n'],
    [`--token ${opaque}`, '--token [redacted:token]'],
    [`--password=swordfish`, '--password=[redacted:password]'],
    [`--client-secret ${word}`, '--client-secret [redacted:secret]'],
    [`Server=db;Uid=sa;Pwd=${word};`, 'Server=db;Uid=sa;Pwd=[redacted:password];'],
    [`?user=1&access_token=${opaque}&page=2`, '?user=1&access_token=[redacted:token]&page=2'],
    [`<password>${word}</password>`, '<password>[redacted:password]</password>'],
    [
      `- name: DB_PASSWORD\n  value: swordfish`,
      '- name: DB_PASSWORD\n  value: [redacted:password]',
    ],
    [`"name":"DB_PASSWORD","value":"x"`, '"name":"DB_PASSWORD","value":"[redacted:password]"'],
    [
      `AWS Secret Access Key [None]: ${opaque}`,
      'AWS Secret Access Key [None]: [redacted:aws-secret]',
    ],
    [`the db password is ${word}, keep it`, 'the db password is [redacted:password], keep it'],
    [`my password is "swordfish"`, 'my password is "[redacted:password]"'],
    [`ALTER USER app PASSWORD '${word}'`, "ALTER USER app PASSWORD '[redacted:password]'"],
    [`//registry.example/:_authToken=${opaque}`, '//registry.example/:_authToken=[redacted:token]'],
    [`X-Auth-Token: ${opaque}==`, 'X-Auth-Token: [redacted:token]'],
    [`\\nDB_PASSWORD=swordfish\\nPORT=1`, '\\nDB_PASSWORD=[redacted:password]\\nPORT=1'],
    [`connect(user, password=${word})`, 'connect(user, password=[redacted:password])'],
  ])('%s', (text, expected) => {
    expect(redact(text)).toBe(expected)
  })
})

describe('passwords as people choose them', () => {
  const chosen = [
    'hunter2secret99',
    'supersecret123',
    'password123',
    'MySecret2024',
    'Passw0rd!',
    'Tr0ub4dor&3x',
    'p@ss;w0rd9',
    'a&b,c9Xyz',
    'S3cr3t<99>',
  ]
  const gone = '[redacted:password]'

  it.each([
    ['on a line of YAML', (value: string) => `user: bob\npassword: ${value}\nhost: db`],
    ['in a settings file', (value: string) => `[db]\npassword = ${value}\n`],
    ['as an option', (value: string) => `mysql --password ${value} -u root`],
    ['in a sentence', (value: string) => `The password is ${value}. Please use it.`],
    ['amid a sentence', (value: string) => `Use bob, password: ${value}, and go on`],
    ['in an environment file', (value: string) => `DB_PASSWORD=${value}\nPORT=1`],
    ['piped into sudo', (value: string) => `echo '${value}' | sudo -S ls`],
    ['piped into a login', (value: string) => `echo "${value}" | docker login --password-stdin`],
  ])('are taken out whole %s', (_, write) => {
    for (const value of chosen) expect(redact(write(value))).toBe(write(gone))
  })

  it.each([
    ['password=Tr0ub4dor&3x now', `password=${gone} now`],
    ['?password=hunter2x&user=bob&page=2', `?password=${gone}&user=bob&page=2`],
    ['?password=hunter2x&amp;user=bob', `?password=${gone}&amp;user=bob`],
    ['Pwd=p@ss;w0rd9;Connect Timeout=30;', `Pwd=${gone};Connect Timeout=30;`],
    ['{password:hunter2x,user:bob}', `{password:${gone},user:bob}`],
    ['<li>Password: hunter2x</li>', `<li>Password: ${gone}</li>`],
    ['--password mySecret12 --user bob', `--password ${gone} --user bob`],
    ['--password=a,b9Cxyz1 --user bob', `--password=${gone} --user bob`],
    ['password: correct-horse-battery-staple', `password: ${gone}`],
    ['echo hunter2x | passwd root --stdin', `echo ${gone} | passwd root --stdin`],
    ['echo hunter2x | sudo -u root -S ls', `echo ${gone} | sudo -u root -S ls`],
    ["printf 'hunter2x\\n' | sudo -S ls", `printf '${gone}\\n' | sudo -S ls`],
  ])('%s', (text, expected) => {
    expect(redact(text)).toBe(expected)
  })
})

describe('headers, addresses and command lines', () => {
  const basic = Buffer.from(`user:${word}`).toString('base64')
  it.each([
    [`Authorization: Bearer ${opaque}`, 'Authorization: Bearer [redacted:bearer-token]'],
    [`-H 'authorization: Basic ${basic}'`, "-H 'authorization: Basic [redacted:basic-auth]'"],
    [`{"Authorization":"${opaque}"}`, '{"Authorization":"[redacted:authorization]"}'],
    [`Cookie: a=b; sid=${opaque}\nHost: x`, 'Cookie: [redacted:cookie]\nHost: x'],
    [`Set-Cookie: sid=${opaque}; Path=/`, 'Set-Cookie: [redacted:cookie]'],
    [`x-api-key: ${opaque}`, 'x-api-key: [redacted:api-key]'],
    [`postgres://app:${word}@db:5432/app`, 'postgres://app:[redacted:url-password]@db:5432/app'],
    [`postgres://app:a/b${word}@db/app`, 'postgres://app:[redacted:url-password]@db/app'],
    [`redis://:${word}@cache:6379`, 'redis://:[redacted:url-password]@cache:6379'],
    [`https:\\/\\/me:${word}@host\\/x`, 'https:\\/\\/me:[redacted:url-password]@host\\/x'],
    [`https://${opaque}@host/repo.git`, 'https://[redacted:url-token]@host/repo.git'],
    [`https://${opaque}:x-oauth-basic@host/`, 'https://[redacted:url-token]:x-oauth-basic@host/'],
    [`curl -u me:${word} https://host`, 'curl -u me:[redacted:password] https://host'],
    [`mysql -uroot -p${word} app`, 'mysql -uroot -p[redacted:password] app'],
    [`sshpass -p ${word} ssh host`, 'sshpass -p [redacted:password] ssh host'],
    [
      `machine host login me password ${word}`,
      'machine host login me password [redacted:password]',
    ],
  ])('%s', (text, expected) => {
    expect(redact(text)).toBe(expected)
  })
})

describe('private spans and our own context', () => {
  it.each([
    ['a <private>b</private> c', 'a [private] c'],
    ['a <PRIVATE>b\nc</Private> d', 'a [private] d'],
    ['a <private reason="x">b</private>', 'a [private]'],
    ['a <private>b <private>c</private> d</private> e', 'a [private] e'],
    ['a <private>b, and it never ends', 'a [private]'],
    ['x<private>b</private>y', 'x[private]y'],
    ['{"a":"<private>b<\\/private>"}', '{"a":"[private]"}'],
    ['a</private> b', 'a</private> b'],
    ['a <throughline-context version="1">old\nnews</throughline-context>b', 'a b'],
    ['a <throughline-context>cut off', 'a '],
    ['<pri<throughline-context></throughline-context>vate>b</private>', '[private]'],
  ])('%s', (text, expected) => {
    expect(redact(text)).toBe(expected)
  })

  it('gives up on a text that hides a span in a span in a span', () => {
    let text = 'a'
    for (let depth = 0; depth < 12; depth++) {
      text = `<throughline-con${text}text>b</throughline-context>`.replace(
        'a',
        '<throughline-context></throughline-context>',
      )
    }
    const result = redact(text)
    expect(redact(result)).toBe(result)
  })
})

describe('a value known by its name', () => {
  it.each([
    ['password', word, '[redacted:password]'],
    ['DB_PASSWORD', 'x', '[redacted:password]'],
    ['apiKey', `abcd${1234}efgh`, '[redacted:api-key]'],
    ['authorization', `Bearer ${opaque}`, 'Bearer [redacted:bearer-token]'],
    ['cookie', `sid=${opaque}`, '[redacted:cookie]'],
    ['githubToken', `gh${'p'}_${opaque}`, '[redacted:github-token]'],
    ['password', 'string', 'string'],
    ['password', '', ''],
    ['token', 'Token', 'Token'],
    ['session_id', opaque, opaque],
    ['tool_use_id', `toolu_${opaque}`, `toolu_${opaque}`],
    ['description', 'Set the password: see the vault', 'Set the password: see the vault'],
  ])('%s: %s', (name, value, expected) => {
    expect(redactMember(name, value)).toBe(expected)
  })
})
