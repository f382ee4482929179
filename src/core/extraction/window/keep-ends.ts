/** Long texts as their two ends: what was meant is in the one, what came of it in the other. */

const cut = '\n[…]\n'

/** At most so many characters; no character of two units is cut in half. */
export function keepEnds(text: string, most: number): string {
  const whole = text.toWellFormed()
  if (whole.length <= most) return whole
  const half = Math.floor((most - cut.length) / 2)
  if (half < 1) return beginning(whole, Math.max(0, most))
  return beginning(whole, half) + cut + end(whole, half)
}

/** Whole words where that costs little: half a word may be another one. */
function beginning(text: string, most: number): string {
  const part = text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
  const space = part.search(/\s\S*$/)
  return space > most * wordsFrom ? part.slice(0, space) : part
}

function end(text: string, most: number): string {
  const part = text.slice(-most).replace(/^[\udc00-\udfff]/, '')
  const space = part.search(/\s/)
  return space >= 0 && space < most * (1 - wordsFrom) ? part.slice(space + 1) : part
}

const wordsFrom = 0.9
