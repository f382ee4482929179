/**
 * Reduces a line of output to what stays the same when the failure comes again: no addresses, folders,
 * numbers, hashes, times or quoted sentences. Names in quotes stay, because they say what is missing.
 */
const longest = 400

export function reduceLine(line: string): string {
  return line
    .slice(0, longest)
    .replace(address, ' ')
    .replace(quoted, (_, _mark, inside: string) => (nameLike.test(inside) ? ` ${inside} ` : ' … '))
    .replace(time, '#')
    .replace(folders, '')
    .replace(hash, '#')
    .replace(number, '#')
    .replace(/#(?:[#.:,@-]*#)*/g, '#')
    .replace(/[^\p{L}\p{N}#…_@.:$<>/-]+/gu, ' ')
    .replace(/(?<![\p{L}\p{N}])[.:/-]+|[.:]+(?= |$)/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/(?: #)+ ?$/, '')
    .trim()
    .toLowerCase()
}

const address = /\b[a-z][a-z+.-]{1,15}:\/\/[^\s"'`)>\]]+/gi
const quoted = /(?<![\p{L}\p{N}])(["'`])((?:(?!\1)[^\n]){0,200})\1/gu
/** One name, module, flag or path. */
const nameLike = /^[\p{L}\p{N}@.$:#<>()[\]\\/_+*-]{1,160}$/u
const time =
  /\b\d{4}[-/]\d{2}[-/]\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:[.,]\d+)?Z?)?|\b\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?\b/g
/** The name of the file stays. */
const folders = /(?:[A-Za-z]:)?(?:[\p{L}\p{N}@.+~_-]{0,80}[\\/])+/gu
const hash = /\b(?=[0-9a-f]*\d)[0-9a-f]{7,}(?:-[0-9a-f]{4,}){0,4}\b|\b0x[0-9a-f]+\b/gi
const number = /(?<![\p{L}\p{N}_])v?\d[\p{L}\p{N}]*/gu
