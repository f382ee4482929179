/** One form for all spellings of a name, so that two texts that mean the same can be compared. */

/** One script, no invisible characters, addresses as a browser would read them. */
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
/** Cyrillic and Greek letters that look like Latin ones, and these. */
const lookAlikeLetters = 'аеорсухіјѕԁһԛԝАВЕКМНОРСТУХІЈЅαονρικτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ'
const latin = 'aeopcyxijsdhqwABEKMHOPCTYXIJSaovpiktuxABEZHIKMNOPTYX'
/** Only beside Latin letters: a Russian or Greek word is no spelling of an English one. */
const lookAlikes = new RegExp(
  `(?<=[a-zA-Z0-9.@/-])[${lookAlikeLetters}]|[${lookAlikeLetters}](?=[a-zA-Z0-9.@/-])`,
  'g',
)

export const squash = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
export const nameKey = (name: string) => `name ${squash(name)}`
