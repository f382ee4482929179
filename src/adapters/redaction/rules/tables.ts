/**
 * The cells of a column named after a secret: Markdown, database output, aligned text, CSV, and the
 * rows of an SQL INSERT.
 */
import type { Source, Span } from '../scan/source.ts'
import { isAccessCode } from '../values/secret-assignment.ts'
import { type SecretName, secretName } from '../values/secret-names.ts'
import { isMention, isPlaceholder, isProse, isReference } from '../values/secret-values.ts'
import { isChosenPassword, isChosenWord, isRandom, isStatement } from '../values/shape.ts'

/** The cells of a row and where each one starts. */
type Cells = readonly { readonly text: string; readonly start: number }[]

const longestHeader = 240
const longestRow = 1_000
const mostRows = 200
const lineBreak = /\n/g
/** Headers never contain these. */
const code = /[={}<>$[\]!@#&?\\]/
const header = /^[\p{L}\w .:*`"'/()-]{1,32}$/u

/** @param nameStart where a secret's name starts; its line may be a table header */
export function findInTable(source: Source, nameStart: number): Span[] {
  const { text } = source
  if (source.isRead(findInTable, nameStart)) return []
  const before = source.before(nameStart, longestHeader)
  const inserted = findInserted(source, nameStart, before)
  if (inserted.length > 0) return inserted
  const start = nameStart - before.length + before.lastIndexOf('\n') + 1
  const end = source.next(lineBreak, nameStart)
  if (end - start > longestHeader || end === text.length) return []
  const line = text.slice(start, end)
  const delimiter = code.test(line) ? undefined : delimiterOf(line)
  if (delimiter === undefined) return []
  const titles = split(line, start, delimiter).map(({ text: cell }) =>
    cell.replace(/[^\p{L}\d_ ]/gu, '').trim(),
  )
  const hasAccounts = titles.some((title) => accountTitle.test(title))
  const columns = titles.map((title) => {
    const name = secretName(title.replaceAll(' ', '_'))
    return name && { name, hasAccounts }
  })
  if (!columns.some((column) => column !== undefined)) return []
  source.markRead(findInTable, end)
  return findInRows(source, end + 1, delimiter, columns)
}

interface SecretColumn {
  readonly name: SecretName
  /** Another column names the account; then even an ordinary word is a password. */
  readonly hasAccounts: boolean
}

const accountTitle =
  /^(?:\p{L}+[_ ])?(?:user(?:name|[_ ]?id)?|login|account|e-?mail|mail|benutzer(?:name)?|konto|utilisateur|identifiant|usuario|usuário|utente|gebruiker|użytkownik|kullanıcı|пользователь|логин|用户名?|ユーザー?名?|사용자|client|host|server|system|service|site|device|machine|url|ip|app|ssid|network|name|env|environment|db|database)$/iu

const columnList = /[^()'"\n]{0,160}\)\s{0,16}values?\s{0,16}/iy
/** The first character decides each part, so a row can be read in only one way. */
const insertedRow =
  /\(((?:[^()'"\n]|'[^'\n]{0,200}'|"[^"\n]{0,200}"|\([^()\n]{0,80}\)){1,400})\)[\s,]{0,16}/y
const insertedCell = / {0,16}(?:'((?:[^']|'')*)'|"([^"]*)"|[^,'"(]*(?:\([^()]*\))?) {0,16}(?:,|$)/y

/** Finds the cells of `INSERT INTO users (name, password) VALUES ('bob', '…')`. */
function findInserted(source: Source, nameStart: number, before: string): Span[] {
  const open = before.lastIndexOf('(')
  if (open < 0 || !/\binto\b[^()]{1,80}$/i.test(before.slice(0, open))) return []
  const listStart = nameStart - before.length + open + 1
  const listEnd = source.text.slice(nameStart, nameStart + longestHeader).indexOf(')')
  if (listEnd < 0 || source.match(columnList, nameStart) === null) return []
  const columns = source.text
    .slice(listStart, nameStart + listEnd)
    .split(',')
    .map((title) => secretName(title.replace(/[^\p{L}\d_]/gu, '')))
  const spans: Span[] = []
  let from = columnList.lastIndex
  for (let row = 0; row < mostRows; row++) {
    const cells = source.match(insertedRow, from)?.[1]
    if (cells === undefined) break
    const start = from + 1
    from = insertedRow.lastIndex
    insertedCell.lastIndex = 0
    for (const name of columns) {
      const at = insertedCell.lastIndex
      const cell = insertedCell.exec(cells)
      if (cell === null) break
      const value = cell[1] ?? cell[2]
      if (name === undefined || value === undefined) continue
      if (!isSecretCell({ name, hasAccounts: true }, value)) continue
      const valueStart = start + at + cell[0].indexOf(value)
      spans.push({ start: valueStart, end: valueStart + value.length, kind: name.kind })
    }
  }
  source.markRead(findInTable, from)
  return spans
}

type Delimiter = '|' | '\t' | ',' | ';' | 'spaces'

/** A header has at least two cells, all short. */
function delimiterOf(line: string): Delimiter | undefined {
  const delimiters: Delimiter[] = ['|', '\t', ';', ',', 'spaces']
  return delimiters.find((each) => {
    const cells = split(line, 0, each).map(({ text: cell }) => cell)
    return (
      cells.filter((cell) => cell !== '').length > 1 &&
      cells.every((cell) => cell === '' || header.test(cell))
    )
  })
}

function split(line: string, lineStart: number, delimiter: Delimiter): Cells {
  const borders = delimiter === 'spaces' ? /\s{2,}|$/g : new RegExp(`\\${delimiter}|$`, 'g')
  const cells: { text: string; start: number }[] = []
  let from = 0
  for (const match of line.matchAll(delimiter === '\t' ? /\t|$/g : borders)) {
    const cell = line.slice(from, match.index)
    const lead = cell.length - cell.trimStart().length
    cells.push({ text: cell.trim(), start: lineStart + from + lead })
    from = match.index + match[0].length
    if (match[0] === '') break
  }
  return cells
}

function findInRows(
  source: Source,
  from: number,
  delimiter: Delimiter,
  columns: readonly (SecretColumn | undefined)[],
): Span[] {
  const { text } = source
  const spans: Span[] = []
  let start = from
  for (let row = 0; row < mostRows && start < text.length; row++) {
    const end = source.next(lineBreak, start)
    if (end - start > longestRow || end === start) break
    const cells = split(text.slice(start, end), start, delimiter)
    const isRule = /^[\s|+:=─┼-]+$/.test(text.slice(start, end))
    if (!isRule && cells.length !== columns.length) break
    if (!isRule) {
      for (const [at, column] of columns.entries()) {
        const span = column && secretCell(column, cells[at])
        if (span) spans.push(span)
      }
    }
    source.markRead(findInTable, end)
    start = end + 1
  }
  return spans
}

function secretCell(column: SecretColumn, cell: Cells[number] | undefined): Span | undefined {
  if (cell === undefined) return undefined
  const value = cell.text.replace(/^["'`*]{1,2}|["'`*]{1,2}$/g, '')
  if (!isSecretCell(column, value)) return undefined
  const start = cell.start + cell.text.indexOf(value)
  return { start, end: start + value.length, kind: column.name.kind }
}

/** `Hunter_of_Hares`: letters, but not a word found in tables. */
const isNoWord = (value: string) =>
  value.length >= 8 && /\p{L}[_!#$%^&*+~.-]\p{L}|\p{Ll}\p{Lu}/u.test(value) && !isStatement(value)

function isSecretCell({ name, hasAccounts }: SecretColumn, value: string): boolean {
  if (isPlaceholder(value) || isReference(value) || isProse(value)) return false
  if (/\s/.test(value)) {
    const words = value.split(/\s+/)
    return (
      hasAccounts && name.strength === 'certain' && words.length < 7 && !words.some(isStatement)
    )
  }
  if (name.strength === 'code') return isAccessCode(value)
  if (name.strength === 'certain' && hasAccounts) return value.length >= 5 && !isMention(value)
  if (hasAccounts && name.kind === 'password' && (isChosenWord(value) || isNoWord(value)))
    return true
  if (name.kind === 'password' || name.strength === 'certain') return isChosenPassword(value, 20)
  return isRandom(value, 12) || /^[\da-f]{32,}$/i.test(value)
}
