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
