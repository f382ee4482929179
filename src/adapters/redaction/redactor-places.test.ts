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

it.each([
  ['wifi connect home password ¤', '48213907756120834419'],
  ['<Setting Name="DbPassword" Type="String">\n  <Value>¤</Value>\n</Setting>', 'Kirsch9!xw'],
  ['password: >-\n  ¤\nport: 993', 'oatmeal and Thunder 4'],
  ['password: "¤"', 'oatmeal and Thunder 4'],
])('a long number, the value of a setting and a phrase with a number go: %s', (place, secret) => {
  expectRemoved(place, secret)
})

/** In each text ¤ is a secret that only its place gives away. */
function expectRemoved(place: string, secret: string): void {
  expect(redact(place.replace('¤', secret))).not.toContain(secret)
}

describe('what is below the line that calls for it goes', () => {
  it.each([
    [
      "Here's the API key for the geocoder:\n\n¤\n\nplease put it in CI",
      '926c641e580c63f2818c1017bf1329',
    ],
    ['Please use the following password to proceed:\n\n¤\n', 'd4a74eac40569aaf94980c4be7ecb05a'],
    ['config/master.key:\n¤', '11385522a136ea4a0541f62194c76314'],
    ['New API key (shown once):\n¤', '7b1d9e44c02f4a6f9b1c33d0a8e2f751'],
    ['la contraseña del panel es:\n¤\navísame', 'Girasol_1991'],
    ['Votre mot de passe provisoire est :\n¤', 'chaudron-cuivre'],
    ['kim: whats the pw?\nlou: ¤', 'kakadu77'],
    ['17:02 <marta> root pw on the new box?\n17:03 <jens> ¤', 'Kupferkessel'],
    ['kim: can you send me the db password\nlou: sure, ¤', 'kakadu-nest-4'],
    [
      'solana-keygen: wrote keypair\n[¤]',
      '167,215,90,197,200,54,36,45,79,194,214,69,234,87,119,67',
    ],
    ['// maps api key\nvar k = "¤"', '8f14e45fceea167a5a36dedd4bea2543'],
    ['# admin password for the demo\nif entered == "¤":', 'frobnicate'],
    ['expect "assword:"\nsend "¤\\r"', 'marmalade'],
    ['Username: kim\nTemporary access: ¤', 'Kakadu!77'],
    ['Use these recovery codes if 2FA fails:\n4f8k2-q9xmt\n¤\nn5rj8-y6tpl', 'b7wz3-h1vcd'],
    ['Password:\n  ¤', '418253-097614-552310-330781-684915-120637-271062-605517'],
    ['Password for the [elastic] user was reset.\nNew value: ¤', 'r4oD2hHk4KCnJddWA_+x'],
  ])('%s', expectRemoved)
})

describe('what a comment, a sentence or a longer name calls a secret goes', () => {
  it.each([
    ['mac = hmac.New(sha256.New, []byte("¤")) // webhook signing secret', 'melonRocketSignal'],
    [
      'accounts: ["¤"], // deployer private key',
      '0x44fc0bf94f462624e9f55bdd6dee9934140151c577d7a663ca1df8278bbe62ba',
    ],
    ['¤ is the root password for the new box', 'copper-otter-91-Vale'],
    ['het wachtwoord van de NAS is tegenwoordig ¤', 'fietsenstalling'],
    ['authentication-types=wpa2-psk wpa2-pre-shared-key="¤"', 'lighthouseKeeper'],
    [
      '$ aws secretsmanager get-secret-value --secret-id prod/ledger\n{"u":"ledger","p":"¤"}',
      'Saffron-Gate-61',
    ],
  ])('%s', expectRemoved)
})

describe('the output of a command that prints a secret goes', () => {
  it.each([
    "$ kubectl get secret db -o jsonpath='{.data.pw}' | base64 -d\n¤",
    '$ pass show mail/wren\n¤',
    '$ op read op://prod/db/password\n¤',
    '$ vault kv get -field=password secret/db\n¤',
    'kim@box:~# aws secretsmanager get-secret-value --secret-id db --output text\n¤',
    '$ heroku config:get SESSION_SECRET\n¤',
    'PS C:\\> $cred.GetNetworkCredential().Password\n¤',
    '$ cat /run/secrets/db_password\n¤',
    '$ pwgen -s 20 1\n¤',
  ])('%s', (place) => expectRemoved(place, 'Kupfer-kessel-9'))

  it.each([
    '$ kubectl get secret\nNAME       TYPE     DATA   AGE',
    "$ cat password.test.ts\nimport { test } from 'vitest'",
    '$ git show token-refactor\ncommit 9fceb02d0ae598e95dc970b74767f19372d61af8',
    '$ docker secret create pw pw.txt\nk3x9v2m1q8w7e6r5t4y3u2i1o',
    '$ gh auth status\n  - Token: gho_************************************',
    '# the token is read here\nfrom io import StringIO',
  ])('but not %s', (text) => {
    expect(redact(text)).toBe(text)
  })
})

describe('a phrase of several words goes where a passphrase is asked for', () => {
  it.each([
    'Enter passphrase for key ssh://box/./repo: ¤',
    'Enter PEM pass phrase:¤',
    'gpg --batch --passphrase "¤" -d backup.tar.gpg',
    'cryptsetup luksOpen /dev/sdb1 vault <<< "¤"',
    'echo "¤" | cryptsetup luksOpen /dev/sdb1 vault',
    'unzip says encrypted; the archive opens with "¤"',
    '$ security find-generic-password -s wren -w\n¤',
    'PRAGMA key = "¤";',
  ])('%s', (place) => expectRemoved(place, 'seven swans a swimming'))
})

describe('every item of a list of secrets goes', () => {
  it.each([
    'backup_codes = ["4471 0926", "¤", "2203 7781"]',
    '"recoveryCodes": [\n  "1204 8857",\n  "¤"\n]',
    'recovery codes:\n- 8831 2204\n- ¤\n- 1204 8857',
    'Save your backup codes:\n1. 4471 0926\n2. ¤\n3. 2203 7781',
  ])('%s', (place) => expectRemoved(place, '9158 3340'))
})

describe('a secret goes in any notation of bytes, groups, dumps and tables', () => {
  it.each([
    ['private_key = [¤]', '12, 200, 44, 91, 3, 77, 128, 9, 250, 31, 66, 18, 99, 201, 5, 74'],
    [
      'static const uint8_t ota_key[16] = { ¤ };',
      '0x1f, 0x8a, 0x33, 0xc4, 0x90, 0x0d, 0x7e, 0x55, 0xa1, 0x29, 0xbb, 0x02, 0x6c, 0xf8, 0x47, 0xd3',
    ],
    ['Enter this setup key in your app:\n¤', 'bplk qnsq xeto dug6 areo 2jmj suwv jmcb'],
    ['["passwd"]=>\n  string(9) "¤"', 'marmalade'],
    ['[password] => ¤1\n', 'marmalade'],
    ['&{Host:db User:kim Password:¤ SSL:true}', 'Zaunkoenig'],
    ['Credentials[username=kim, password=¤, realm=dev]', 'marmalade'],
    ['my $password = q(¤);', 'marmalade'],
    ['user, password = "bob", "¤"', 'marmalade'],
    ['| host | user | pass |\n|---|---|---|\n| nas01 | admin | ¤ |\n', 'Hunter_of_Hares'],
    ['user,pass,role\nkim,¤,admin\n', 'Honigmelone'],
    ['# client  server  secret  IP\nroad1  l2tpd  ¤  *\n', 'yak-shaving'],
    ['<auth-user-pass>\nbjorn\n¤\n</auth-user-pass>', 'Torsk&Tran4'],
    ['chpasswd:\n  list: |\n    root:¤\n', 'kakadu77'],
    ['kim:{SHA}¤', 'W6ph5Mm5Pz8GgiULbPgzG37mj9g='],
    ['echo ¤ | base64 -d > ~/.pgpass', 'ZGIubGFuOjU0MzI6Kjpvd25lcjpRdWluY2UhSmVsbHk0NA=='],
    ['334 UGFzc3dvcmQ6\n¤\n235 ok', 'a2FrYWR1Nzc='],
    [
      '-----BEGIN OpenVPN Static key V1-----\n¤\n-----END OpenVPN Static key V1-----',
      '6acef03f62675b4b1bbd03e53b187727',
    ],
  ])('%s', expectRemoved)
})

describe('a sentence gives its secret in other words and languages', () => {
  it.each([
    ['use ¤ to log in as the owner', 'T9-Lagoon-Vex'],
    ['login: kim, ¤', 'Kieselbach3'],
    ['Try admin/¤ on the switch', 'Drachenboot9'],
    ["Le mot de passe du wifi, c'est ¤ (tout en minuscules)", 'fromagedechevre'],
    ["le code wifi c'est ¤", 'Baguette-1789'],
    ["The password's ¤.", 'marmalade'],
    ['password changed to ¤ as discussed', 'Mittsommer'],
    ['A temporary password is generated for root@localhost: ¤', 'k8;aFqP!w2Lz'],
    ['if (input === "¤") { unlock() } // admin password', 'xyzzy-plugh'],
    ['Ihr TAN-Code lautet ¤', '938 114'],
    ['jaunā parole ir ¤, lietotājs kaspars', 'Pienene_73y'],
    ['duomenų bazės slaptažodis yra ¤', 'Gintaras_73y'],
    ['lykilorðið er ¤', 'Lundi_73y'],
    ['лозинката е ¤', 'Ohrid_73y'],
    ['die wagwoord: ¤', 'Protea_73y'],
  ])('%s', expectRemoved)
})

describe('a word that no project has is a secret where a name is given one, even within other code', () => {
  it.each([
    'users: [{ name: ubuntu, password: ¤, type: text }]',
    'ARG NEXUS_PASS=¤',
    'const char* pass = "¤";',
    '[login] => kim\n[pass] => ¤\n',
    'Smtp:Pass = !¤',
    '<input type="password" name="p" value="¤">',
    'password: <%= ENV.fetch("DB_PW") { "¤" } %>',
    '- then ¤ as the password',
    'ssh into the box (root, pw ¤), then restart',
    'Heslo k serveru je ¤, restartuj',
    'Lösenordet till databasen är ¤, kör',
  ])('%s', (place) => expectRemoved(place, 'papercrane'))
})

describe('the password among the arguments of a call goes', () => {
  it.each([
    'client.connect("10.0.0.8", 22, "pi", "¤")',
    'URL.create("mysql+pymysql", "root", "¤", "localhost", 3306, "app")',
    'smtp.login("bot@acme.io", "¤")',
    'User.objects.create_superuser("admin", "a@b.org", "¤")',
    'new PasswordAuthentication("bot", "¤")',
    'mysql_real_connect(con, "localhost", "root", "¤", "inv", 0, NULL, 0)',
    'Credentials("Sonatype Nexus", "nexus.acme.io", "ci", "¤")',
    'smtp.PlainAuth("", "bot@acme.io", "¤", "smtp.acme.io")',
    "INSERT INTO vpn_users VALUES (12, 'anna', '¤', 1)",
    "EXEC sp_addlinkedsrvlogin 'LEGACY', 'false', NULL, 'sa', '¤';",
    'ldap.bind("ldaps://dc01.acme.io", "CN=svc,OU=Service,DC=acme,DC=io", "¤")',
    "conn.simple_bind_s('uid=svc,ou=people,dc=acme', '¤')",
    'ldap_bind($conn, "cn=admin,dc=acme,dc=io", "¤");',
    'Connection(server, "cn=admin,dc=acme,dc=io", "¤", auto_bind=True)',
  ])('%s', (place) => expectRemoved(place, 'papercrane'))

  it.each([
    'open("notes.txt", "utf8")',
    'connect("localhost", 5432)',
    'login("user", "password")',
    'socket.connect("events", "message", handler)',
    "createUser('admin', 'a@b.org', options)",
  ])('but not of %s', (text) => {
    expect(redact(text)).toBe(text)
  })
})

describe('a secret goes in any literal', () => {
  it.each([
    ['ALTER ROLE app WITH PASSWORD $$¤$$;', "quiet'river"],
    ['user=hr;password={¤}', 'cloudy;day'],
    ['pass = """\n¤"""', 'paper-crane'],
    ['db_secret = <<-EOT\n  ¤\nEOT', 'lavender fields in june'],
    ["export BORG_PASSPHRASE='¤'", 'the cat sat on the router'],
    ['userPassword:: ¤', 'c25vd2ZsYWtlOTk='],
    ['encryption:\n  key: "¤"', 'JToBTArH/unfQRYrsugCL2tmGhHALY9glZwWF/gdklj='],
    ['my sudo password is ¤, go ahead', 'kiwi kiwi'],
  ])('%s', expectRemoved)
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
    'La contraseña es incorrecta',
    'Hasło jest wymagane',
    'Пароль неверный',
    'everything you can pass to `useMutation`, with options',
    '--- PASS: TestRemoveStanza_AtBeginning (0.00s)',
    'test_login_rejects_wrong_password PASSED',
    'AWS_SECRET_ACCESS_KEY=<your secret access key>',
    'requirepass is not set',
    'confirm_password: 确认密码',
  ])('%s', (text) => {
    expect(redact(text)).toBe(text)
  })
})

describe('a PIN goes with a few words between its name and itself', () => {
  it.each([
    'Le code PIN de la carte de recette est le ¤, tu peux lancer le test.',
    'El PIN de la tarjeta de pruebas es el ¤',
    'Il PIN della carta di prova è il ¤',
    'Die PIN der Testkarte ist die ¤',
    'O PIN do cartão de teste é o ¤',
    'PIN-koden till kortet är ¤',
    'the alarm code: ¤#',
    "[10:42] Ann: what's the alarm code for the office?\n[10:43] Tom: ¤#",
  ])('%s', (place) => expectRemoved(place, '5307'))
})

it('a bracket after a secret makes it no call', () => {
  const key = 'aQ7PfAABIGKR592ZanLUjLvKRBsRKB8spNcMWcNc'
  expect(redact(`aws_secret_access_key = ${key}( libero`)).not.toContain(key)
  const call = 'const apiKey = urlBase64ToUint8Array(\n'
  expect(redact(call)).toBe(call)
})
