import { describe, expect, it } from 'vitest'
import { createRedactor } from './redactor.ts'

const { redact } = createRedactor()

describe('a plain word goes where its place calls it a secret', () => {
  it.each([
    'password: ¤',
    'Password ........ ¤',
    '* **Password:** ¤',
    'password:\n  ¤\n',
    'Password\n--------\n¤',
    '| Password | ¤ |',
    'the password is ¤, as always',
    'I changed the password to ¤',
    'the root password was changed from ¤ yesterday',
    'use ¤ as the password',
    '¤ is the root password',
    'type ¤ when it asks for the password',
    'user bob with password ¤',
    'credentials: bob / ¤',
    'log in with bob / ¤',
    'Enter password: ¤',
    "Enter passphrase for key 'id_rsa': ¤",
    'the secret word is ¤',
    'das Passwort wurde auf ¤ geändert',
    'le mot de passe du serveur est ¤',
    'mot de passe provisoire : ¤',
    'la contraseña es ¤',
    'пароль от базы ¤',
    '密码是¤，请保存',
    'パスワードは「¤」です',
    'API_TOKEN=¤',
    'X-Api-Key: ¤',
    'api_key: ¤',
    'user: bob\npass: ¤',
    `admin:\n  password: \${ADMIN_PASSWORD:¤}`,
    'tool -u bob -p ¤',
    'passwd bob <<< ¤',
    'git config user.password ¤',
    'sqlplus bob/¤@db',
    'enable secret ¤',
    "INSERT INTO users (name, password) VALUES ('bob', '¤');",
    'user.setPassword("¤")',
    'checkPassword(user, "¤")',
    'os.environ.get("DB_PASSWORD", "¤")',
    'page.fill("#password", "¤")',
    "cy.get('[name=password]').type('¤')",
    'expect(password).toBe("¤")',
    'Dim password As String = "¤"',
  ])('%s', (place) => {
    expect(redact(place.replace('¤', 'marmalade'))).not.toContain('marmalade')
  })
})

describe('a word that says something about a secret stays', () => {
  it.each([
    'the password is required',
    'Password: Required',
    'the password is case-sensitive',
    'use a password manager to keep it',
    'there is no option for the passphrase itself',
    'Season with salt to taste.',
    'das Passwort ist abgelaufen',
    'le mot de passe est obligatoire',
    'the test pass is clean',
    'a secret room',
    '#withCredentials: boolean',
    'USER      PASSWORD       ROLE\nbob       -              admin\n',
    'mysql -u root -p shop',
    'docker run -u root -p 8080:80 nginx',
    'Root cause: Java/Gradle tools',
  ])('%s', (text) => {
    expect(redact(text)).toBe(text)
  })
})
