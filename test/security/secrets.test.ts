/** Issue line 7, formats: secrets are redacted however they are written, harmless texts stay. */
import { describe, expect, it } from 'vitest'
import { createRedactor } from '../../src/adapters/redaction/redactor.ts'
import { tokenRules } from '../../src/adapters/redaction/rules/tokens.ts'

const { redact } = createRedactor()

// Put together from parts, so that no line here looks like a real secret.
const opaque = `aQ7x9KdT2mWv4ZpL8r${'Yc'}`
const hex = `9f86d081884c7d659a2feaa0${'c55ad015'}`
const word = `hunter${2}x`
const githubToken = `gh${'p'}_${opaque}${opaque}`
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** What stands between « and » is the secret. */
const written: Readonly<Record<string, readonly string[]>> = {
  'providers named in the issue': [
    `sq0${'csp'}-«${opaque}${opaque}abc»`,
    `client.login("MTk4NjIyNDgzNDcxOTI1MjQ4.${'Cl2FMQ'}.«ZnCjm1XVW7vRze4b7Cq4se7kKWs»")`,
    `use «${hex}»-us14`,
    `CF${'PAT'}-«${opaque}${opaque}abc»`,
    `contentful access token: «${opaque}${opaque}abc»`,
    `EA${'AC'}EdEose0cBA«${opaque.repeat(4)}»`,
    `123456789012345|«${opaque}abcdefg»`,
    `facebook_app_secret=«${hex}»`,
  ],
  'connection strings and files of settings': [
    `Driver={ODBC Driver 17};Server=db;UID=sa;PWD=«${word}»;Encrypt=yes`,
    `DSN=prod;UID=app;PWD=«${word}»`,
    `db:\n  password: |\n    «${word}-long»\n  host: x`,
    `password: >-\n  «correct9horse»\nuser: x`,
    `"db:\\n  password: |\\n    «${word}»\\n  host: x"`,
    `db.example.org:5432:app:bob:«${word}»`,
    `<key>API_KEY</key>\n<string>«${opaque}»</string>`,
    `variable "db_password" {\n  default = "«${word}»"\n}`,
    `{"auths":{"https://index.docker.io/v1/":{"auth":"«${base64('bob:swordfish')}»"}}}`,
    `define( 'DB_PASSWORD', '«${word}»' );`,
    `secret_key_base: «${hex}${hex}»`,
    `psk="«${word}yz»"`,
  ],
  'in the notation of a language': [
    `local secret = [[«${word}»]]`,
    `config.password = [==[«${word}»]==]`,
    `secret_key = '''«${opaque}»'''`,
    `<property name="hibernate.connection.password">«${word}»</property>`,
    `<entry key="db.password">«${word}»</entry>`,
    `variable "token" {\n  type = string\n  default = "«${opaque}»"\n}`,
    `ENV DB_PASSWORD «swordfish»`,
    `const TOKEN: &'static str = "«${opaque}»";`,
    `<wsse:Password Type="text">«${word}»</wsse:Password>`,
    `bindpw: «${word}»`,
    `#define WIFI_PASSWORD "«${word}»"`,
    `System.setProperty("javax.net.ssl.keyStorePassword", "«${word}»");`,
    `password: process.env.DB_PASSWORD || '«${word}»',`,
    `os.getenv("DB_PASSWORD") or "«${word}»"`,
    `DB_PASSWORD="\${DB_PASSWORD:-«${word}»}"`,
    `requests.get(url, auth=("bob", "«${word}»"))`,
    `new NetworkCredential("bob", "«${word}»")`,
    `client.login("bob@example.org", "«${word}»")`,
  ],
  'wrapped in base64': [
    `echo «${base64(`DB_PASSWORD=${word}9`)}» | base64 -d`,
    `data: «${base64(`{"user":"bob","password":"${word}"}`)}»`,
    `blob "«${base64(`token=${githubToken}`)}»"`,
  ],
  'in pieces': [
    `const t = "gh${'p'}_" + "«${opaque}${opaque}»"`,
    `key = 'sk_${'live'}_' + '«${opaque}abcd»'`,
    `gh${'p'}_${opaque.slice(0, 10)}\n«${opaque.slice(10)}${opaque}»`,
    `token = ("gh${'p'}_${opaque.slice(0, 8)}"\n         "«${opaque.slice(8)}${opaque}»")`,
  ],
  'in disguise': [
    `\u001b[32mgh${'p'}_${opaque.slice(0, 10)}\u001b[0m«${opaque.slice(10)}${opaque}»`,
    `pass\u200bword=«${word}»`,
    `g\u200dh${'p'}_«${opaque}${opaque}»`,
    `ｐａｓｓｗｏｒｄ＝«${word}»`,
    `password＝«ｈｕｎｔｅｒ２ｘ»`,
    `&quot;password&quot;:&quot;«${word}»&quot;`,
    `redirect=https%3A%2F%2Fx%3Ftoken%3D«${opaque}»`,
    `p\0a\0s\0s\0w\0o\0r\0d\0=\0«h\0u\0n\0t\0e\0r\x002\0x»\0`,
  ],
  'as arguments': [
    `spawn("psql", ["--password", "«${word}»"])`,
    `exec(["login","--user","bob","--password","«swordfish»"])`,
    `unzip -P «${word}» a.zip`,
    `keytool -storepass «${word}» -list`,
    `smbclient //srv/share -U bob%«${word}»`,
    `xfreerdp /u:bob /p:«${word}» /v:host`,
    `ALTER USER 'root'@'%' IDENTIFIED BY '«${word}»'`,
    `ConvertTo-SecureString "«${word}»" -AsPlainText -Force`,
    `echo "«${opaque}»" | vercel env add API_KEY`,
  ],
  'as arguments of one program': [
    `subprocess.run(["mysql", "-u", "root", "-p«${word}»"])`,
    `["-u", "admin", "-p", "«${word}»"]`,
    `args:\n  - --password\n  - «${word}»`,
    `args:\n  - "--token"\n  - "«${opaque}»"`,
    `nuget sources add -Username bob -Password «${word}»`,
    `dotnet user-secrets set "Db:Password" "«${word}»"`,
    `aws secretsmanager create-secret --name x --secret-string «${word}»`,
    `aws ssm put-parameter --name /app/db --value «${word}»`,
    `consul kv put app/password «Hunter2Fox»`,
    `nmcli dev wifi connect home password «Hunter2Fox»`,
    `rabbitmqctl add_user bob «${word}»`,
    `composer config http-basic.repo.example.org bob «${word}»`,
    `ssh-keygen -N «${word}» -f key`,
    `openssl enc -aes-256-cbc -k «${word}»`,
    `htpasswd -bn admin «${word}»`,
    `xh -a bob:«${word}» example.org`,
    `lftp -u bob,«${word}» sftp://example.org`,
    `SET PASSWORD FOR 'root'@'localhost' = '«${word}»';`,
    `net use Z: //srv/share «${word}» /user:bob`,
    `sonar-scanner -Dsonar.login=«${hex}»`,
  ],
  'in sentences': [
    `password for staging -> «${word}»`,
    `Zugangsdaten: bob / «${word}!»`,
    `Das Admin-Passwort heißt «Sommer2024»`,
    `mon mdp c'est «Soleil2024»`,
    `le nouveau mot de passe sera «Soleil2024»`,
    `usa la clave «Verano2024!» para entrar`,
    `Das Root-Passwort wurde auf «Sommer2024» gesetzt`,
    `la contraseña sería «Verano2024»`,
    `a senha foi alterada para «Verao2024»`,
    `管理者のパスワードを「«Sakura77»」に変更しました`,
    `管理员密码改成了 «Mima2024»`,
    `the secret access key for prod is «${opaque}${opaque}»`,
    `The password for the staging database is «Tr0ub4dor&3»`,
    `password to the admin panel: «s3cr3tPW!»`,
    `I set the password to «Winter2024!»`,
    `use «${word}!» as the password`,
    `login with admin / «${word}!»`,
    `Your verification code is «482913»`,
    `Das Passwort lautet «Sommer2024!»`,
    `Passwort für den Server: «geheim42x»`,
    `Das Kennwort ist "«Hase77Igel»"`,
    `Le mot de passe est «Soleil2024!»`,
    `Le mot de passe de la base est « «Soleil77» »`,
    `La contraseña es «Verano2024!»`,
    `la clave del servidor es «Gato1234»`,
    `A senha é «Verao2024!»`,
    `senha do banco: «Gato1234»`,
    `パスワードは«Sakura2024»です`,
    `本番のパスワードは「«Sakura77»」です。`,
    `密码是«Mima2024»`,
    `数据库密码：«Mima2024!»`,
    `Пароль: «Leto2024x»`,
    `비밀번호는 «Bimil2024» 입니다`,
  ],
  'of wallets': [
    `my wallet: «army van defense carry jealous true garbage claim echo media make crunch»`,
    `seed phrase: «witch collapse practice feed shame open despair creek road again ice least»`,
    `private key: 0x«${hex}${hex}»`,
  ],
  'in addresses': [
    `https://git.example.org/«${opaque}${opaque}»/repo.git`,
    `jdbc:oracle:thin:scott/«tiger9x»@//db:1521/x`,
    `otpauth://totp/x:bob?secret=«JBSWY3DPEHPK3PXPJBSWY3DP»&issuer=x`,
    `https://outlook.office.com/webhook/«${hex}@${hex}/IncomingWebhook/${hex}»`,
  ],
}

describe.each(Object.keys(written))('secrets %s', (group) => {
  it.each(written[group] ?? [])('%s', (marked) => {
    const parts = marked.split(/«(?! )|(?<! )»/)
    const secret = parts[1] ?? ''
    const result = redact(parts.join(''))
    expect(secret).not.toBe('')
    expect(result).not.toContain(secret)
    expect(result).toMatch(/\[redacted:[a-z0-9-]+\]/)
  })
})

it('knows the tokens of more than 150 providers', () => {
  expect(new Set(tokenRules.map(({ name }) => name)).size).toBeGreaterThan(150)
})

describe('harmless texts stay', () => {
  it.each([
    'the password field is required',
    'interface Login { password: string; pin: number }',
    'Enter your PIN in the app.',
    'pass: 12, fail: 0',
    'see if all tests pass: Perfect! All of them do.',
    'visit https://accounts.google.com/o/oauth2/auth?response_type=code&client_id=325559.apps',
    'const [key, value] = pair; cache.set(key, value)',
    'ClientCapabilitiesKey: ClientCapabilities2026Schema',
    '"msapplication-square70x70logo", "msapplication-square150x150logo"',
    `DATABASE_URL = { provider = "1Password", value = "DATABASE_URL" }`,
    `['/code/secret', '/code/secret/**']`,
    'The cookie is `SameSite=None; Secure`',
    `commit ${hex}deadbeef by bob`,
    `sha256:${hex}${hex}`,
    'integrity sha512-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4==',
    'id: 550e8400-e29b-41d4-a716-446655440000',
    'Mot de passe oublié ? Cliquez ici.',
    'Das Passwort ist erforderlich.',
    'パスワードは必須です',
    '密码不能为空',
    'La contraseña debe tener ocho caracteres',
    'login with your account / password',
    'the access code path in src/auth/token.ts',
    'he told the dog and the cat to stay out of the way of the old man all day long',
    'a = "one" + "two" + "three"',
    '\u001b[32m✓\u001b[0m checks the password \u001b[2m12ms\u001b[0m',
    'git remote add origin https://github.com/acme/widgets-and-gadgets-2024.git',
    'API_KEY = \u001b[31minput\u001b[0m\u001b[1;31m("API Key: ")\u001b[0m.strip()',
    '"API_KEY = \\u001b[31minput\\u001b[0m(prompt)"',
    `equal(calls[0], 'secret-value', 'the censor should receive the value')`,
    `items: ['secret1', 'secret2', 'secret3']`,
    '"pass": "1つのロール値のみ使用されています"',
    '"password": "密码不能为空"',
    `{ secret: 'will be redacted' }`,
    'Pass `--session=<name>` to override.',
    'return token = SyntaxKind.JSDocCommentTextToken;',
    `webhookUrl: 'https://hooks.slack.com/services/xxx/xxx/xxx'`,
    '#define CMS_R_NO_PASSWORD 178',
    '#define SSL_TXT_kPSK "kPSK"',
    '<label for="confirmPassword">Confirm</label>',
    'the password Sha256Hasher stores',
    '<Password strength="weak"><Hint /></Password>',
    'ssh -a bob:22 and docker run -a stdin',
    `if (token || 'anonymous') return`,
    `DB_PASSWORD="\${DB_PASSWORD:-changeme}"`,
    'const pairs = [["password", "token"], ["secret", "key"]]',
    'chmod -R 755 secrets -Password',
  ])('%s', (text) => {
    expect(redact(text)).toBe(text)
  })
})
