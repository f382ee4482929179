/** A terminal as a picture: commands and what they printed, one block after the other. */

export interface TerminalBlock {
  readonly command: string
  readonly output: string
}

const columns = 80
const lineHeight = 19
const characterWidth = 7.83
const margin = 18
const barHeight = 30

/** Blocks appear one by one; where nothing moves, all of them are there. */
export function drawTerminal(blocks: readonly TerminalBlock[]): string {
  let row = 0
  const groups = blocks.map(({ command, output }, index) => {
    const lines = [
      { text: `$ ${command}`, style: 'command' },
      ...wrapLines(output.trimEnd()).map((text) => ({ text, style: styleOf(text) })),
    ]
    const texts = lines.map(({ text, style }) => drawLine(text, style, row++))
    row++
    return `<g style="animation-delay:${(index * 1.4).toFixed(1)}s">\n${texts.join('\n')}\n</g>`
  })
  const width = Math.ceil(columns * characterWidth) + 2 * margin
  const height = barHeight + row * lineHeight + margin
  const dots = ['#f0716c', '#e8b94a', '#62b866'].map(
    (colour, index) => `<circle cx="${margin + 4 + index * 18}" cy="17" r="5.5" fill="${colour}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-label="${escapeText(describe(blocks))}">
<style>
text { font: 13px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #c9d1d9; white-space: pre }
.command { fill: #7fb3ff; font-weight: bold }
.dim { fill: #8b949e }
g { animation: appear .4s both }
@keyframes appear { from { opacity: 0 } }
@media (prefers-reduced-motion: reduce) { g { animation: none } }
</style>
<rect width="${width}" height="${height}" rx="9" fill="#15191f"/>
${dots.join('')}
${groups.join('\n')}
</svg>
`
}

function drawLine(text: string, style: string, row: number): string {
  const y = barHeight + (row + 1) * lineHeight
  return `<text x="${margin}" y="${y}" class="${style}" xml:space="preserve">${escapeText(text)}</text>`
}

/** Between words, so that long lines stay readable; a longer word is cut at the last column. */
function wrapLines(text: string): string[] {
  const pieces = /.{1,80}(?= |$)|.{80}/gu
  return text.split('\n').flatMap((line) => line.match(pieces)?.map(trimBreak) ?? [''])
}

const trimBreak = (piece: string, index: number) => (index === 0 ? piece : piece.trimStart())

/** Ids, times and the frame of the context are less important than what they belong to. */
function styleOf(text: string): string {
  return /^\s*<\/?throughline|^(turn|decision|fact) |^ {4}/.test(text) ? 'dim' : 'plain'
}

function describe(blocks: readonly TerminalBlock[]): string {
  return `A terminal with ${blocks.map(({ command }) => command).join(', ')}`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
