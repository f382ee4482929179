import { describe, expect, it } from 'vitest'
import { createRedactor } from './redactor.ts'

const { redact } = createRedactor()

describe('what is no secret stays', () => {
  it.each([
    'password=<your password>',
    `PASSWORD=\${PASSWORD}`,
    'password: $PASSWORD',
    'password: "{{ db_password }}"',
    'password: {{ .Values.auth.password | b64enc | quote }}',
    'forgot_password: "Passwort vergessen?"\nsecret_question: "Sicherheitsfrage"',
    'cf-ray: faadfbfba38c3b10-FRA',
    'ERROR 1045 password 104512',
    'apiKey: process.env.API_KEY,',
    'api_key = os.environ["API_KEY"]',
    `token: \${{ secrets.GITHUB_TOKEN }}`,
    'interface Login { password: string; token: Token }',
    'function login(user: string, password: string, token: AccessToken): Promise<void>',
    'const token = readToken()',
    'const password = await getPassword(user)',
    'this.password = password',
    'connect(password=password, token=self.token)',
    'password: ****',
    'password=changeme',
    'API_KEY=your-api-key-here',
    'OPENAI_API_KEY=sk-your-key-goes-here-please',
    '{"password":"[redacted:password]"}',
    '{"password":""}',
    '{"password":null,"token":true,"secret":12345678}',
    'tokens: 1200',
    'max_tokens=4096',
    '"input_tokens":1203,"output_tokens":88',
    'ALTER TABLE users ADD COLUMN password_hash text',
    'the password is stored in the vault',
    'The token is expired, ask for a new one.',
    'Use the --token flag or the --password option.',
    'password: z.string().min(8)',
    'password: Promise<string>',
    'find(): Promise<{ account: string, password: string}>;',
    'if password1 and password2 and password1 != password2:',
    'headers = {"x-token": imdsv2_session_token}',
    'self.client_secret = oauth2_client_secret',
    'e.password=t,n(r);e.password=t&&t.value',
    'SigningKey::from_pkcs8_der(&private_key)',
    'use transport::auth::OAuthHttpClient;',
    'echo "$SUDO_PASSWORD" | sudo -S ls',
    'echo y | sudo pacman -S git',
    'echo "some text" | git hash-object --stdin',
    'echo "127.0.0.1 db" | sudo tee -a /etc/hosts',
    'label: "Password", placeholder: "Enter your password"',
    '{"password": "Password must be at least 8 characters"}',
    "prompt('Password: ', stream)",
    "case 'token': return value",
    'for (const key of keys) map[key] = value',
    '"primary_key": "user_id", "key": "value1234"',
    'PWD=/home/me/project1',
    'private_key: ./keys/server.pem',
    'TOKEN_FILE=/run/secrets/token1',
    '"token": "/run/secrets/token"',
    'next_page_token = "CAESBgoEGgIIAQ12"',
    'session_id: 0b5e4f1c-2f7b-4f0e-9d0a-1c2b3d4e5f60',
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8',
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '"integrity": "sha512-Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4=="',
    '"tool_use_id": "toolu_01ABcdEFghIJklMNopQRstUV"',
    '/home/me/projects/task-management/src/token/password.ts:12:3',
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
    'https://user@example.org/path and git@github.com:owner/repo.git',
    'http://localhost:4873/@scope/package',
    'postgres://localhost:5432/app?email=me@example.org',
    'postgres://user:password@localhost/app',
    'https://medium.com/@someone/an-article',
    'docker run -p 8080:80 -u 1000:1000 image',
    'mkdir -p src/password && ls -a token',
    'Bearer authentication and basic authorization',
    'Authorization: Bearer <token>',
    `authorization: \`Bearer \${token}\``,
    'headers["Authorization"] = "Bearer %s" % token',
    'function check(authorization: string | undefined, token: string): boolean {',
    'Cookie: a small text file',
    '<input type="password" name="password">',
    '(?<password>[a-z]{1,256})',
    '.sk-loading-spinner-large-blue { }',
    '--- PASS: TestPassword (0.00s)',
    '"@scope/rule-1password": "13.0.7"',
    'std::vector<Private> items; Local<Private> key;',
    'Wrap it in `<private>` tags.',
    'cert password secret token key auth cookie',
    `\${DB_PASS:?must be set}`,
    `\${DB_PASSWORD+x}`,
    'arn:aws:secretsmanager:eu-west-1:456947962431:secret:prod/db-mYP7AM',
    "loadStripe('pk_live_51KMQzW8Bj1MRFXACEvOmHL8e1yTi5tdHOBaR8NG4J')",
    "mapboxgl.accessToken = 'pk.eyJ1IjoiZ2VvLXRlYW0iLCJhIjoiY2x4e9dG2kKyZRDPtdppCF5fFuo0In0.XLbfx7LI1mQ2yoJiOya6cW'",
    'STRIPE_KEY=pk_test_51KMQzW8Bj1MRFXACEvOmHL8e1yTi5tdHOBaR8NG4J',
    '{"apiKey": "publishable_q8Zt2Lm4Xv7Rt1ZpKd93"}',
    'undefined reference to _ZNSt8__detail9_Map_baseISsSt4pairIKSsiESaIS3_ENS_10_Select1stESt8equal_toISsESt4hashISsEE',
    '  3: _RNvMs4_NtCs9ltgdHTiPiY_4core6optionINtB5_6OptionRh3mapB7_',
    'log in with GitHub / Google',
    'use OAuth2 to log in',
    'use Firefox-128 to log in',
    'the file opens with "use strict"',
    'Where is the secret?\nIn the vault.',
    'The following password rules apply:\n\n- at least 12 characters',
    'Here is the commit that broke the password form:\n\n7b1d9e44c02f4a6f9b1c33d0a8e2f7510011aa22',
    'Secrets:\n- DATABASE_URL\n- STRIPE_SECRET_KEY',
    'Passwords:\nbcrypt',
    'config/master.key:\nNo such file or directory',
    'recovery codes:\n- print them\n- keep them safe',
    'Use the recovery codes if 2FA fails:\nopen the settings\nchoose one',
    "it('refuses', () => {}) // wrong password",
    'fetch("/sessionStart") // returns the token',
    'client-side-2 is the secret store',
    'Username: kim\nJoined: 2024-03-02',
    'user,pass,fail\nunit,212,0\ne2e,41,3',
    'keyCodes: [37, 38, 39, 40, 13, 27, 32, 9, 16, 17, 18, 91, 93, 20, 8, 46]',
    'tokens = [101, 2054, 2003, 1996, 3007, 1997, 2605, 102, 101, 12, 13, 14, 15, 16, 17, 18]',
    'key, value = "name", "Kim"',
    'if (type === "password") { show() } // password field',
    "// token kinds\nconst kind = 'identifier'",
    '# Change the admin password\nkubectl rollout restart deploy/admin',
    'echo aGVsbG8gd29ybGQ= | base64 -d',
    'cryptsetup luksOpen /dev/sdb1 vault <<< "$PW"',
    'psql <<< "select 1 from users where token is null"',
    '--passphrase "your passphrase here"',
    "jwt.verify(token, secret, { algorithms: ['HS256'] })",
    'Enter password: press return to skip',
    '(using password: YES)',
    '250-AUTH PLAIN LOGIN',
    'read -rsp "Vault password: " VAULT_PW_2 && export VAULT_PW_2',
    `"command": "read -s -p \\"Passphrase: \\" BORG_PASSPHRASE && borg list"`,
    'printf "New password: " >&2; read -rs OWNER_pw7',
    "privateKey: base64ToBytes('')",
    'user login 7c20d9e1-53bb-4e0a-9f6d-0a8e21c4f7b3',
    'docker login registry-eu-west-1-internal.acme.io',
    'user: kim\nkey: settings-theme-dark',
    'commit_hash = "9b1de07f44c2ad5e8830c6f7715b2e9a"\napp_hash: 9b1de07f44c2ad5e8830c6f7715b2e9a',
    'slaptažodis ir vartotojas',
    'le parole sono 12',
    "the password's length matters",
    'root:x:0:0:root:/root:/bin/bash',
    'throughline pin 2b8c1e4a77 9d03f6b2c1',
    '',
    'ok',
    'ED25519 key fingerprint is SHA256:+DiY3wvvV6TuJJhbpZisF/zLDA0zPMSvHdkr4UvCOqU.',
    'Culture=neutral, PublicKeyToken=b77a5c561934e089',
    'watch?v=dQw4w9WgXcQ&list=PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI',
    'google-site-verification=Im_Xw2H1VRTcUDKi7WlzFtpn3j23BetaWGGqDHXY4h0',
    'export GITHUB_TOKEN=ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'password <- rstudioapi::askForPassword("Database password")',
    'Der Fehlercode lautet 5307',
    '{"kty":"EC","crv":"P-256","x":"LFIUHFmQ4E1ID-xD7OhHEcboRh8dP1d3fcJkSiE0ohU"}',
    'queue.bind("orders", "exchange.main", "routing.key")',
    "Buffer.from('48656c6c6f20776f726c64', 'hex')",
    "createHmac('sha256', Buffer.from(key, 'hex'))",
    "createHmac('sha256', config.get('webhook.signing'))",
    '"type": "random_password", "attributes": { "length": 20, "result": null }',
  ])('%s', (text) => {
    expect(redact(text)).toBe(text)
  })
})

it.each([
  'openssl 3.0.13-0ubuntu3.4, libsecret-1-0 0.21.4-1build3, passwd 1:4.13+dfsg1-4ubuntu3.2',
  'Setting up login (1:4.13+dfsg1-4ubuntu3.2) ...',
])('versions of packages stay: %s', (text) => {
  expect(redact(text)).toBe(text)
})

describe('a name that the sentence calls a user stays', () => {
  it.each([
    'FATAL:  password authentication failed for user "claims_rw"',
    'wrong password for account billing_svc2',
    "Login failed for user 'reporting_ro7'.",
    'connection to server at "db-prod-1" failed: password authentication failed for user "x"',
    "Access denied for user 'shop_w3'@'10.0.0.4' (using password: YES)",
    'incorrect password for role "etl_2024x"',
    'the password of user deploy42 has expired',
    'Failed password for invalid user oracle9x from 10.2.3.4 port 22 ssh2',
    'Failed password for root_ops7 from 10.2.3.4 port 22 ssh2',
    "mot de passe incorrect pour l'utilisateur « compta_rw2 »",
    'Passwort falsch für Benutzer "lager_rw4"',
    'contraseña incorrecta para el usuario "ventas_rw3"',
  ])('%s', (text) => {
    expect(redact(text)).toBe(text)
  })

  it.each([
    'password for user bob is ¤',
    'password for user "claims_rw": ¤',
    'the user password "¤" still works',
    'for user bob the password ¤ works',
    'password authentication failed for user "bob" with "¤"',
  ])('but not the password in %s', (place) => {
    expect(redact(place.replace('¤', 'Kieselbach3'))).not.toContain('Kieselbach3')
  })
})

describe('a checksum that names its algorithm stays, whatever it is the checksum of', () => {
  it.each([
    'github.com/golang-jwt/jwt/v5 v5.2.1 h1:lUhevij4aS4G7Z1PyM9E+ZwH8F6AmB9xu5iNKoPbNkU=',
    'jsonwebtoken@9.0.2: sha512-PRp66vJ865SSqOlgqS8hujT5U4AOgMfhrwYIuIhfKaoSCZcirrmASQr8CX7cUg==',
    'auth-token md5:9a1d8a8fa9497920debd7e4abb9b4b0b',
    'token.wasm blake3:af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262',
    'the jwt package has blake2b-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  ])('%s', (text) => {
    expect(redact(text)).toBe(text)
  })
})

describe('a placeholder behind the prefix of a provider stays', () => {
  it.each([
    'SLACK_TOKEN=xoxb-your-token-here',
    'SLACK_TOKEN=xoxb-your-bot-token',
    'slack: xoxp-my-token-goes-here',
    'GITHUB_TOKEN=ghp_xxxx',
    'token: glpat-your-token-here',
    'AWS_ACCESS_KEY_ID=AKIAEXAMPLEKEY000000',
    'ANTHROPIC_API_KEY="sk-ant-api03-your-key-here"',
    'NPM_TOKEN=npm_yourtokenhere',
    'STRIPE_WEBHOOK_SECRET=whsec_your_webhook_signing_secret',
    'token = "shpat_example_token_here"',
  ])('%s', (text) => {
    expect(redact(text)).toBe(text)
  })

  it.each([
    'my-otter-lagoon',
    'blue-your-otter',
    'my-monkey',
    'your-token-Zx81',
    'xoxb-your-2847561930-lKq8vTz2',
  ])('but not the password %s', (password) => {
    expect(redact(`password: ${password}`)).not.toContain(password)
  })
})

describe('the public key in the address of an error tracker stays', () => {
  const key = 'aa787a25524e58d70710bafb019dc131'

  it.each([
    `Sentry.init({ dsn: "https://${key}@o482910.ingest.de.sentry.io/4506718203944" });`,
    `SENTRY_DSN=https://${key}@errors.acme.io/7`,
    `reports go to https://${key}@o48.ingest.us.sentry.io/45`,
  ])('%s', (text) => {
    expect(redact(text)).toBe(text)
  })

  it('but not its secret key, nor a key in another address', () => {
    const secret = 'bb787a25524e58d70710bafb019dc132'
    expect(redact(`SENTRY_DSN=https://${key}:${secret}@o48.ingest.sentry.io/45`)).not.toContain(
      secret,
    )
    expect(redact(`git clone https://${key}@git.acme.io/x.git`)).not.toContain(key)
  })
})
