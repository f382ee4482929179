/** Passwords and keys in function calls, SQL and messages between programs. */

export const callForms: readonly CommandForm[] = [
  {
    anchors: ['identified', 'IDENTIFIED', 'Identified'],
    pattern:
      /(identified (?:with \S{1,40} )?by\s{1,4}(?:password\s{1,4})?\\?["'])([^"'\\]{1,128})/iy,
  },
  { anchors: ['IDENTIFIED BY '], pattern: /(IDENTIFIED BY )([^\s"'\\;]{3,128})/y },
  {
    anchors: ['"-p', "'-p"],
    pattern: /(["']-p(?:["'],\s{0,32}["'])?)([^\s"'\\-][^\s"'\\]{0,255})(?=["'])/y,
    after: /\b(?:mysql\w*|mariadb\w*|sshpass|mongo\w*|7z\w?|twine|login)\b/g,
  },
  {
    // verifyPassword("…", hash), checkPassword(user, "…")
    anchors: ['assword(', 'assphrase('],
    pattern:
      /((?<=(?:set|with|hash|verify|check|compare|change|update|reset|validate|encrypt|[vV]alid|[mM]atches)_?[Pp])ass(?:word|phrase)\((?:[\w.]{1,40},\s{0,4})?["'])([^\s"'\\/.#]{4,127})(?=["']\s?[,)])/y,
  },
  {
    // Functions that take a key: jwt.sign(payload, '…'), createHmac('sha256', '…')
    anchors: [
      'jwt.sign(',
      'jwt.verify(',
      'jwt.encode(',
      'jwt.decode(',
      'createHmac(',
      'hash_hmac(',
      'AES.encrypt(',
      'AES.decrypt(',
      'createCipheriv(',
      'createDecipheriv(',
      'createSecretKey(',
      'SecretKeySpec(',
      'hmacShaKeyFor(',
      'cookieParser(',
      'hmac.new(',
      'hmac.New(',
      'HMAC.digest(',
      'HMAC.hexdigest(',
      'HMACSHA1(',
      'HMACSHA256(',
      'HMACSHA512(',
      'AES.new(',
      'AESGCM(',
      'Poly1305(',
      'SecretBox(',
      'Fernet(',
    ],
    pattern:
      /([\w.]{6,20}\((?:["'][\w-]{3,16}["'],\s{0,4}|[\w.$]{1,40}(?:\([\w., ]{0,40}\))?,\s{0,4}|\{[^{}\n]{0,80}\},\s{0,4}){0,2}(?:[\w.:[\]]{0,32}(?:\(\)\.)?(?:from\w{0,12}|(?:b64)?decode\w{0,8}|unhexlify|hex2bin|bytes?|parse|atob)\(){0,2}b?["'])(?!(?:aes|des|sha|md|hs|chacha)-?\d[\w-]{0,16}["'])([^\s"'\\]{6,128})(?=["'])/iy,
  },
  {
    // An account's address has 20 bytes, its private key 32.
    anchors: ['accounts', 'Wallet(', 'privateKeyToAccount('],
    pattern:
      /((?:accounts["']?\s?[:=]\s?\[|\w{6,20}\()\s{0,32}["'])((?:0x)?[\da-fA-F]{64})(?=["'])/y,
  },
  {
    // Client("bot", 29401822, "…")
    anchors: ['Client('],
    pattern:
      /(Client\(\s{0,16}(?:["'][^"'\n]{0,64}["'],\s{0,16}|[\w.]{1,40}(?:\([^()\n]{0,64}\))?,\s{0,16}|new \w{1,40}\([^()\n]{0,64}\),\s{0,16}){1,2}["'])([\da-f]{32,64})(?=["'])/y,
  },
  {
    anchors: ['PRAGMA key', 'PRAGMA rekey'],
    pattern: /(PRAGMA (?:re)?key\s?=\s?["'])([^"'\n]{4,128})/y,
  },
  {
    // Functions that hash or check a password: bcrypt.hashSync("…"), password_verify('…', $hash)
    anchors: [
      'password_verify(',
      'password_hash(',
      'hashSync(',
      'compareSync(',
      'hashpw(',
      'checkpw(',
      'bcrypt.hash(',
      'bcrypt.compare(',
      'argon2.hash(',
      'make_password(',
      'AndPassword(',
      'httpBasic(',
    ],
    pattern:
      /([\w.]{6,16}\((?:\w{1,32},\s{0,4}|["'][\w.@+-]{1,64}["'],\s{0,4}){0,2}b?["'])([^"'\\\n$]{5,128})(?=["'])/y,
  },
  {
    anchors: ['{noop}', '{PLAIN}', '{CLEARTEXT}', '{plain}'],
    pattern: /(\{\w{4,9}\})([^\s"':]{4,128})/y,
  },
  {
    anchors: ['Secret ID', 'SecretID', 'secret_id', 'secretId'],
    pattern:
      /(Secret[ _]?ID["']?[ \t]{0,16}[:=]?[ \t]{0,16}["']?)([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})/iy,
  },
]

/** A place where a program, a function or a device expects a password. */

export interface CommandForm {
  readonly anchors: readonly string[]
  /** Starts at the anchor. Group 1 is kept, group 2 is the password. */
  readonly pattern: RegExp
  /** What must precede it in the same command. */
  readonly after?: RegExp
  /** Set for patterns that match any program: then the value must look like a password. */
  readonly leastBits?: number
}

/** What may open an argument, even inside a string. */
export const quote = String.raw`\\{0,4}["']?`
export const oneWord = String.raw`[^\s"'\\-][^\s"'\\]{0,255}`
/** The whole quoted argument, or a bare one. */
export const anyArgument = String.raw`(?:(?<=["'])[^"'\\\n$]{1,128}(?=["'])|${oneWord})`
