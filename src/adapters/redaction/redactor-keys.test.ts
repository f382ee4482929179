import { describe, expect, it } from 'vitest'
import { createRedactor } from './redactor.ts'

const { redact } = createRedactor()

/** In each text ¤ is a secret that only its place gives away. */
function expectRemoved(place: string, secret: string): void {
  expect(redact(place.replace('¤', secret))).not.toContain(secret)
}

describe('a key goes that a cipher or a signature is given through a decoder', () => {
  it.each([
    'AES.new(bytes.fromhex("¤"), AES.MODE_GCM, nonce=nonce)',
    "createHmac('sha256', Buffer.from('¤', 'hex'))",
    "createCipheriv('aes-256-gcm', Buffer.from('¤', 'hex'), iv)",
    'hmac.new(base64.b64decode("¤"), msg, hashlib.sha256)',
    'hmac.New(sha256.New, []byte("¤"))',
    'new SecretKeySpec(Base64.getDecoder().decode("¤"), "AES")',
    'Keys.hmacShaKeyFor("¤".getBytes())',
    'AESGCM(bytes.fromhex("¤"))',
    'ChaCha20Poly1305(binascii.unhexlify("¤"))',
    "OpenSSL::HMAC.hexdigest('SHA256', '¤', data)",
    'new HMACSHA256(Encoding.UTF8.GetBytes("¤"))',
  ])('%s', (place) => expectRemoved(place, 'e00803509a268a3daca3e74c3d4eb426'))

  it('but not the name of the algorithm', () => {
    expect(redact("createCipheriv('aes-256-gcm', key, iv)")).toContain('aes-256-gcm')
  })
})

describe('the private members of a JSON web key go, the public ones stay', () => {
  const secret = 'vKssCRWsWbsixbMH-zeW8b_1z_LPkBx-n_8HTk3f8yc'

  it.each([
    '{"kty":"EC","crv":"P-256","x":"LFIUHFmQ4E1ID-xD7OhHEcboRh8dP1d3fcJkSiE0ohU","d":"¤"}',
    '{"d":"¤","crv":"Ed25519","kty":"OKP","x":"LFIUHFmQ4E1ID-xD7OhHEcboRh8dP1d3fcJkSiE0ohU"}',
    '{\n  "kty": "oct",\n  "k": "¤"\n}',
    "const jwk = { kty: 'EC', crv: 'P-256', d: '¤' }",
    '{\\"kty\\":\\"RSA\\",\\"e\\":\\"AQAB\\",\\"qi\\":\\"¤\\"}',
  ])('%s', (place) => {
    expect(redact(place.replace('¤', secret))).toBe(place.replace('¤', '[redacted:private-key]'))
  })
})

describe('what a program generated as a password goes from its state', () => {
  it.each([
    '"type": "random_password",\n"name": "rds",\n"instances": [{ "attributes": { "length": 20, "result": "¤" } }]',
    '# random_password.rds:\nresource "random_password" "rds" {\n    length = 20\n    result = "¤"\n}',
  ])('%s', (place) => expectRemoved(place, 'tK8}yX(m4Ah!u2EsRa4o'))
})

describe('a number of 32 bytes goes where an account of a chain is given one', () => {
  it.each(['accounts: ["¤"],', 'new ethers.Wallet("¤", provider)', "privateKeyToAccount('¤')"])(
    '%s',
    (place) =>
      expectRemoved(place, '0x6ca4cd4209f3954612c16b3f1612374005f306b17bafcd8c59d332a450ac3a56'),
  )
})

describe('a token goes that a command or a call signs in with', () => {
  it.each([
    ['$ acme auth ¤\nYou are signed in.', '7c20d9e1-53bb-4e0a-9f6d-0a8e21c4f7b3'],
    ['RUN npx acme auth ¤', '7c20d9e1-53bb-4e0a-9f6d-0a8e21c4f7b3'],
    ['{"command":"cd web && acme login ¤"}', '9b1de07f44c2ad5e8830c6f7715b2e9ac4d01f36'],
    ['vault operator unseal ¤', 'c9/Xk2mQ7vLpR4tZ8wNs1bYd+Gf5hJ3uEo6iAa0Kq2U='],
    ['tracker.login(key="¤")', '9b1de07f44c2ad5e8830c6f7715b2e9ac4d01f36'],
    ['"source": ["tracker.login(key=\\"¤\\")\\n"]', '9b1de07f44c2ad5e8830c6f7715b2e9ac4d01f36'],
  ])('%s', expectRemoved)
})

describe('a key goes that only the account or the id beside it tells', () => {
  it.each([
    [
      '[cold]\ntype = b2\naccount = 0012ab\nhard_delete = true\nkey = ¤',
      'K001q8Zt2Lm4Xv7Rt1ZpKd93W',
    ],
    ['type: swift\nuser: kim\nkey: ¤', 'q8Zt2Lm4Xv7Rt1ZpKd93W'],
    ['api_id = 29401822\napi_hash = "¤"', '9b1de07f44c2ad5e8830c6f7715b2e9a'],
    ['BOT_API_HASH=¤', '9b1de07f44c2ad5e8830c6f7715b2e9a'],
    ['new ChatClient(new StringSession(""), 29401822, "¤")', '9b1de07f44c2ad5e8830c6f7715b2e9a'],
  ])('%s', expectRemoved)
})
