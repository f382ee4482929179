/**
 * Learns what is ordinary in names and words, for the redactor: which sequences of characters, which
 * words, and which words beside the name of a secret. Reads folders of projects and files, by default
 * the installed packages, and writes a table and two sets of words as bits.
 *
 *     node scripts/fit-ordinary-text.ts [FOLDER | FILE | FILE.gz]...
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { symbolCount, symbolsOf } from '../src/adapters/redaction/values/symbols.ts'
import { bitsOfWord, partsOf } from '../src/adapters/redaction/values/vocabulary.ts'

const values = 'src/adapters/redaction/values'
const token = /[\p{L}\p{N}_$]+(?:[.-][\p{L}\p{N}_$]+)*/gu
const sources = /\.(?:[cm]?[jt]sx?|md|json|jsonl|jsonl\.gz|mo)$/
/** Tests of redaction are full of secrets. */
const untypical = /redact|secret|security|node_modules\/.*node_modules\//i
const longestToken = 48
const largestFile = 800_000
/** No package may teach more than its share. */
const mostPerFolder = 16_000_000
const bitsPerWord = 10
/** A word is ordinary if so many projects use it. */
const fewestProjects = { words: 2, translated: 18, beside: 2 }
/** Hashes and ids appear in one file; names and words in several. */
const fewestFiles = 2
/** How much the shorter context weighs where a longer one was seldom seen. */
const smoothing = 20

interface Seen {
  files: number
  lastFile: number
}

const seen = new Map<string, Seen>()
let files = 0

const longestMessage = 160
const nameOfSecret =
  /pass(?:wor|phrase|e\b|ord)|kennwort|contrase|senha|parola|wachtwoord|lösenord|adgangskode|salasana|heslo|hesla|hasł|jelsz|şifre|slaptažod|lozink|geslo|khẩu|парол|κωδικ|密码|密碼|パスワード|비밀번호|암호/iu
/** The first two words of what is assigned to a secret or said of it. */
const besideName =
  /(?:pass(?:word|wd|phrase|code|wort)?|pwd|secret|token|api_?key|credential)s?["'`\])*]{0,3}[ \t]{0,4}(?:[:=]=?>?|\b(?:is|was|are|to|as|for))?[ \t"'`(*]{0,6}([\p{L}\w$.-]{2,40})(?:[ _-]([\p{L}\w$.-]{2,40}))?/giu

/** What translated programs seldom say of a password, but forms and people do. */
const alsoSaid =
  `obligatoire obligatoria obligatorio obligatório obligatória requis expirado expirada caducada caducado richtig
  unsicher schwach stark pflicht zwingend niemals faux donc inexact perdu connu oublié vacia vieja débil fuerte
  distinta todavía errada fraca velha sbagliata scaduta debole forte zwak vergeten verlopen nesprávné správné
  pakollinen stolen leaked cleartext plaintext logon signup hidden random masked blank rotated itself themselves yourself afterwards otherwise`.split(
    /\s+/,
  )

const words = new Map<string, Set<string>>()
const translated = new Map<string, Set<string>>()
const beside = new Map<string, Set<string>>()

for (const place of process.argv.slice(2).length > 0 ? process.argv.slice(2) : ['node_modules']) {
  if (!statSync(place).isDirectory()) readFile(place, place)
  else for (const folder of readdirSync(place)) readFolder(join(place, folder))
}
writeFileSync(`${values}/ordinary-text.ts`, tableFile(costs()))
writeFileSync(`${values}/ordinary-words.ts`, wordsFile())

function readFolder(folder: string): void {
  let left = mostPerFolder
  if (!statSync(folder).isDirectory()) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (!entry.isFile() || !sources.test(entry.name) || untypical.test(path)) continue
    const { size } = statSync(path)
    if (size > largestFile || size > left) continue
    left -= size
    readFile(path, folder)
  }
}

function readFile(path: string, project: string): void {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  if (path.endsWith('.mo')) {
    readMessages(text, path)
    return
  }
  // Each line of a .jsonl file is one session.
  const isSessions = path.includes('.jsonl')
  for (const [at, part] of (isSessions ? text.split('\n') : [text]).entries()) {
    const plain = part.replaceAll(/\\[nrt]/g, ' ')
    readTokens(plain)
    const source = isSessions ? `session ${at}` : project
    for (const word of partsOf(plain)) note(words, word, source)
    for (const [, ...found] of plain.matchAll(besideName)) {
      for (const word of partsOf(found.join(' '))) note(beside, word, source)
    }
  }
}

/** The translated messages of a program. What they say of passwords is said beside one. */
function readMessages(text: string, path: string): void {
  const [program = ''] = path.split('/').slice(-1)
  for (const message of text.split('\0')) {
    const found = new Set(partsOf(message))
    for (const word of found) note(translated, word, program)
    if (message.length > longestMessage || !nameOfSecret.test(message)) continue
    for (const word of found) alsoSaid.push(word)
  }
}

function note(known: Map<string, Set<string>>, word: string, project: string): void {
  const projects = known.get(word)
  if (projects === undefined) known.set(word, new Set([project]))
  else projects.add(project)
}

function readTokens(text: string): void {
  files++
  for (const [found] of text.matchAll(token)) {
    if (found.length < 2 || found.length > longestToken) continue
    const known = seen.get(found)
    if (known === undefined) seen.set(found, { files: 1, lastFile: files })
    else if (known.lastFile !== files) {
      known.files++
      known.lastFile = files
    }
  }
}

/** Bits that a symbol costs after two others, rounded and at most 15. */
function costs(): Uint8Array {
  const [one, two, three] = [1, 2, 3].map((length) => new Float64Array(symbolCount ** length))
  if (one === undefined || two === undefined || three === undefined) throw new Error('no tables')
  const add = (table: Float64Array, at: number, weight: number) => {
    table[at] = (table[at] ?? 0) + weight
  }
  for (const [text, { files: count }] of seen) {
    if (count < fewestFiles) continue
    const weight = Math.log2(1 + count)
    let context = 0
    for (const symbol of symbolsOf(text)) {
      add(one, symbol, weight)
      add(two, (context % symbolCount) * symbolCount + symbol, weight)
      add(three, context * symbolCount + symbol, weight)
      context = (context % symbolCount) * symbolCount + symbol
    }
  }
  const total = one.reduce((sum, count) => sum + count, 0)
  const inContext = (table: Float64Array, context: number, symbol: number, rarer: number) => {
    const from = context * symbolCount
    const sum = table.subarray(from, from + symbolCount).reduce((all, count) => all + count, 0)
    return ((table[from + symbol] ?? 0) + smoothing * rarer) / (sum + smoothing)
  }
  return Uint8Array.from(three, (_, at) => {
    const symbol = at % symbolCount
    const context = Math.floor(at / symbolCount)
    const alone = (one[symbol] ?? 0) / total
    const afterOne = inContext(two, context % symbolCount, symbol, alone)
    return Math.min(15, Math.round(-Math.log2(inContext(three, context, symbol, afterOne))))
  })
}

function tableFile(table: Uint8Array): string {
  const packed = Buffer.alloc(table.length / 2)
  for (const [at, cost] of table.entries()) {
    packed[at >> 1] = (packed[at >> 1] ?? 0) | (cost << (at % 2 === 0 ? 0 : 4))
  }
  return `/** Generated by scripts/fit-ordinary-text.ts: the cost of each symbol after two others. */
export const ordinaryText =
${literal(packed)}
`
}

function wordsFile(): string {
  const said = [...new Set([...usedBy(beside, fewestProjects.beside), ...alsoSaid])]
  const ordinary = new Set([
    ...usedBy(words, fewestProjects.words),
    ...usedBy(translated, fewestProjects.translated),
    ...said,
  ])
  process.stdout.write(`${ordinary.size} ordinary words, ${said.length} beside secrets\n`)
  return `/** Generated by scripts/fit-ordinary-text.ts: sets of words, several bits for each. */
export const ordinaryWords =
${literal(bitsOf([...ordinary]))}

export const wordsBesideSecrets =
${literal(bitsOf(said))}
`
}

function usedBy(known: Map<string, Set<string>>, fewest: number): string[] {
  return [...known].flatMap(([word, projects]) => (projects.size >= fewest ? [word] : []))
}

function bitsOf(members: readonly string[]): Buffer {
  const bits = Buffer.alloc(Math.ceil((members.length * bitsPerWord) / 8))
  for (const word of members) {
    for (const at of bitsOfWord(word, bits.length * 8))
      bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7))
  }
  return bits
}

function literal(bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,960}/g) ?? []
  return lines.map((line) => `  '${line}'`).join(' +\n')
}
