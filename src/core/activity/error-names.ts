/** The names of errors in tool output: identifiers only, since output may hold anything, instructions too. */

const patterns = [
  /\b[A-Z]\w*(?:Error|Exception|Warning|Failure|Fault)\b/g,
  /\bE[A-Z]{4,}\b|\bERR_[A-Z_]+\b|\bSIG[A-Z]{3,4}\b/g,
  /\b(?:E\d{4}|TS\d{4,5}|CS\d{4}|[A-Z]{1,4}\d{3,5}|[A-Z]{2,}-\d{2,6})\b/g,
]
const ignored =
  /^(?:ERRORS?|EXPECTED|EXCEPTION|EMPTY|EXISTS|EVENTS?)$|^(?:UTF|ISO|SHA|RFC|AES|RSA|HTTP|IPV)[\d-]*|^\w*Assertion\w*$/i
const most = 3

export function errorNamesIn(output: string): readonly string[] {
  const names = patterns.flatMap((pattern) => output.match(pattern) ?? [])
  const exit = /\bexit(?:ed)? (?:code|status)[: ]+(\d{1,3})\b/i.exec(output)?.[1]
  const kept = [...new Set(names)].filter((name) => !ignored.test(name)).slice(0, most)
  return kept.length > 0 || exit === undefined || exit === '1' ? kept : [`exit code ${exit}`]
}
