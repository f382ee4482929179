/** What is written for a memory: a line of an instruction file, a decision record, a skill. */
import { dateOf } from '../model/days.ts'
import { type Memory, shortId } from '../model/memory.ts'
import { readSentences } from '../text/sentences.ts'
import { shorten } from '../text/shorten.ts'

/** One line, whatever the memory's text does: no comment, no marker, no import of a file. */
export function instructionLine({ content }: Pick<Memory, 'content'>): string {
  const line = content.replace(/\s+/g, ' ').trim().replaceAll('<!--', '&lt;!--')
  return `- ${line.replace(/(^|[\s(])(@[^\s`]+)/g, '$1`$2`')}`
}

export interface DecisionNaming {
  readonly number: number
  /** As the project writes it: `0028-`. */
  readonly prefix: string
  /** How the project's records begin: `# 28. `. */
  readonly heading: string
}

const usualNaming: DecisionNaming = { number: 1, prefix: '0001-', heading: '# 1. ' }

/** The next number, written as the last record of the project has it. */
export function nextNaming(
  names: readonly string[],
  headingOf: string | undefined,
): DecisionNaming {
  const known = names.flatMap((name) => {
    const [, before = '', digits, after = ''] =
      /^([a-z_-]*?)(\d{1,6})([-_. ]+).*\.md$/i.exec(name) ?? []
    return digits === undefined ? [] : [{ before, digits, after, number: Number(digits) }]
  })
  const last = known.reduce<(typeof known)[number] | undefined>(
    (latest, each) => (latest && latest.number >= each.number ? latest : each),
    undefined,
  )
  if (!last) return usualNaming
  const number = last.number + 1
  const padded = (digits: string) => String(number).padStart(digits.length, '0')
  const heading = /^(#\s+\D{0,12}?)(\d+)(\s*[.:–—-]?\s+)/.exec(headingOf ?? '')
  return {
    number,
    prefix: `${last.before}${padded(last.digits)}${last.after}`,
    heading: heading
      ? `${heading[1]}${heading[2]?.startsWith('0') ? padded(heading[2]) : number}${heading[3]}`
      : '# ',
  }
}

export function decisionText(memory: Memory, { heading }: DecisionNaming): string {
  const date = dateOf(new Date(memory.validFrom), 0)
  return `${heading}${titleOf(memory)}\n\n${date}\n\n${bodyOf(memory)}\n`
}

export function skillText(memory: Memory, name: string): string {
  const description = JSON.stringify(shorten(oneLine(memory.content), 250))
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${titleOf(memory)}\n\n${bodyOf(memory)}\n`
}

const longestName = 48

/** For a file or folder: small letters, digits and hyphens. */
export function fileNameOf(memory: Memory): string {
  const words = titleOf(memory)
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const name = words?.reduce((joined, word) => {
    const longer = joined === '' ? word : `${joined}-${word}`
    return longer.length <= longestName ? longer : joined
  }, '')
  return name || `${memory.kind}-${shortId(memory.id)}`
}

function titleOf({ content }: Memory): string {
  const first = readSentences(content)[0]?.text ?? content
  return shorten(oneLine(first).replace(/[.!:;,]+$/, ''), 70)
}

/** Lines stay; nothing in it opens front matter, a comment or a marker. */
function bodyOf({ content }: Memory): string {
  return content.trim().replaceAll('<!--', '&lt;!--').replace(/^---$/gm, '***')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
