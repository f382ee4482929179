/** Normalises all spellings of a name or an address, so that two texts can be compared. */

/** Uses one script, removes invisible characters, and reads addresses as a browser does. */
export function fold(text: string): string {
  const plain = isAscii.test(text)
    ? text
    : text
        .normalize('NFKC')
        .replace(invisible, '')
        .replace(lookAlikes, (letter) => latin[lookAlikeLetters.indexOf(letter)] ?? letter)
  return plain
    .replace(/\bh(?:xx|\*\*)p(s?)\b/gi, 'http$1')
    .replace(/\s?[[({<]\s?(?:\.|dot|punkt|punto|point|ponto)\s?[\])}>]\s?/gi, '.')
    .replace(/\s?[[({<]\s?(?:@|at)\s?[\])}>]\s?/gi, '@')
    .replace(/\[:(?:\/\/)?\]/g, ':')
    .replace(/%(?:[2-7][0-9a-f])/gi, (code) =>
      String.fromCharCode(Number.parseInt(code.slice(1), 16)),
    )
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the whole ASCII range
const isAscii = /^[\x00-\x7f]*$/
// biome-ignore lint/suspicious/noMisleadingCharacterClass: each of them goes, alone or combined
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe00-\ufe0f\ufeff]/g
/** Cyrillic and Greek letters, and the Latin ones they look like. */
const lookAlikeLetters = 'аеорсухіјѕԁһԛԝАВЕКМНОРСТУХІЈЅαονρικτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
const latin = 'aeopcyxijsdhqwABEKMHOPCTYXIJSaovpiktuxABEZHIKMNOPTYX'
/** Only next to Latin letters: a Russian or Greek word is not a spelling of an English one. */
const lookAlikes = new RegExp(
  `(?<=[a-zA-Z0-9.@/-])[${lookAlikeLetters}]|[${lookAlikeLetters}](?=[a-zA-Z0-9.@/-])`,
  'g',
)

export const squash = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
export const nameKey = (name: string) => `name ${squash(name)}`

/**
 * Where a text leads: hosts, mailboxes, accounts, payees, phone numbers, paths outside the project.
 * @param text must be folded
 */
export function* addressesIn(text: string): Generator<string> {
  for (const [, authority = '', path = ''] of text.matchAll(url)) yield* hostKeys(authority, path)
  for (const [, user = '', host = '', path = ''] of text.matchAll(mailbox)) {
    yield `mail ${user}@${host}`.toLowerCase()
    yield* hostKeys(host, path.replace(':', '/'))
  }
  for (const [, host = '', path = ''] of text.matchAll(bareHost)) yield* hostKeys(host, path)
  for (const [, host = '', named = ''] of text.matchAll(placedHost))
    yield* hostKeys(host || named, '')
  for (const [, host = '', path = ''] of text.matchAll(remote)) yield* hostKeys(host, `/${path}`)
  for (const [address] of text.matchAll(ipAddress)) yield* hostKeys(address, '')
  for (const [, name = ''] of text.matchAll(account)) yield nameKey(name)
  for (const [number] of text.matchAll(telephone)) yield `phone ${number.replace(/\D/g, '')}`
  for (const [, number = ''] of text.matchAll(dialled)) yield `phone ${number.replace(/\D/g, '')}`
  for (const [target] of text.matchAll(payee)) yield `payee ${squash(target)}`
  for (const [, path = ''] of text.matchAll(outsidePath)) {
    yield `path ${path.replace(/[\\/.,;:]+$/, '').toLowerCase()}`
  }
}

const url =
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/([^\s/'"`<>()[\]{}|\\^]{1,253})((?:\/[^\s'"`<>()[\]{}|\\^]{0,500})?)/gi
const mailbox =
  /\b([a-z0-9][\w.+-]{0,63})@((?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,6}[a-z]{2,24})(:[\w./~-]{1,200})?/gi
/** Without a scheme, only with endings that source files never have. */
const bareHost =
  /(?<![\w@./-])((?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,6}(?:com|org|net|io|dev|app|ai|co|xyz|info|biz|cloud|tech|site|online|store|zone|example|invalid|internal|corp|gov|edu|uk|de|fr|es|it|nl|pl|ru|cn|jp|kr|br|au|ca|ch|at|be|se|no|fi|dk|eu|us|tk|su|cc|ws|gg|vn|tr|ua|cz|gr|pt|ro|hu|ie|nz|za|mx|ar|cl))(?![\w-]|\.[a-z0-9]|\()((?:\/[\w./~%-]{0,200})?)/gi
/** With any other ending, only after a word that announces a place, or as `name:port`. */
const placedHost =
  /(?:(?<![\p{L}\p{N}])(?:at|from|to|via|visit|open|browse|host|mirror|proxy|registry|von|bei|unter|nach|depuis|desde|hacia|da|su|из|с)\s+((?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,6}(?!(?:[cm]?[jt]sx?|py|go|rs|rb|java|md|json|ya?ml|toml|txt|css|html?|sql|lock|lua|php|cpp|sh|log|xml|csv|env|name|id|value|length|config|data|type)\b)[a-z]{2,24})|(?<![\w@./:-])((?!localhost)[a-z][a-z0-9-]{3,62})(?=:\d{4,5}(?![\w:]|\.\w)))(?![\w(-]|\.[a-z0-9])/giu
/** `git@build:tools/x`. */
const remote = /(?<![\w.@-])[a-z][\w.-]{0,30}@([a-z][a-z0-9-]{2,62}):(?!\d)([\w./~-]{2,200})/gi
const ipAddress = /(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)/g
const account = /(?<![\w.@/`])@([a-z][\w-]{2,38})(?![\w@/(-]|\.\w)/gi
const telephone = /(?<![\w.-])\+\d[\d ()./-]{6,18}\d(?![\w-])/g
/** A national number, after a word that says to dial it. */
const dialled =
  /(?<![\p{L}\p{N}])(?:call|dial|ring|phone|tel|fax|text|ruf|anrufen|appelez?|llama[r]?|chiama|bel|zadzwoń|позвони)\b[^\n.;]{0,20}?(?<![\w.-])(\d[\d ()/-]{5,16}\d)(?![\w-])/giu
/** Wallets, bank accounts and content addresses. */
const payee =
  /(?<![\w/.-])(?:0x[0-9a-fA-F]{40}|(?:bc|tb|ltc)1[a-z0-9]{25,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34}|Qm[1-9A-HJ-NP-Za-km-z]{44}|baf[a-z2-7]{50,90}|[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?)(?![\w-])/g
const outsidePath =
  /(?<![\w./~-])((?:~|\$\{?HOME\}?|%USERPROFILE%|%APPDATA%|\/(?:tmp|etc|usr|var|opt|home|Users|root|mnt|media|Volumes|private|srv|Library|boot|proc|sys)|[A-Z]:|\\\\[\w.-]+)[\\/][\w.@+\\/~-]{2,200})/gi

function* hostKeys(authority: string, path: string): Generator<string> {
  const host = authority
    .toLowerCase()
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/^www\.|\.+$/g, '')
  if (host === '' || host.length < 4 || localHost.test(host)) return
  yield sharedHosts.test(host) ? `site ${host}${ownerOf(path.toLowerCase())}` : `host ${host}`
}

const localHost =
  /^(?:localhost|.*\.localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|0\.0\.0\.0|host\.docker\.internal|.*[$*<{].*)$/

/** Hosts where everyone can have pages; the first two folders identify the owner. */
const sharedHosts =
  /^(?:(?:gist\.|raw\.|api\.)?git(?:hub|lab)(?:usercontent)?\.com|bitbucket\.org|codeberg\.org|(?:registry\.)?npmjs\.(?:com|org)|pypi\.org|crates\.io|pkg\.go\.dev|hub\.docker\.com|ghcr\.io|docker\.io|quay\.io|huggingface\.co|medium\.com|dev\.to|stackoverflow\.com|t\.me|discord\.(?:gg|com)|.*\.slack\.com|docs\.google\.com|pastebin\.com|s3\.amazonaws\.com|storage\.googleapis\.com|.*\.sharepoint\.com|x\.com|twitter\.com|youtube\.com)$/
const ownerOf = (path: string) => /^(?:\/[^/?#]+){1,2}/.exec(path)?.[0].replace(/\.git$/, '') ?? ''
