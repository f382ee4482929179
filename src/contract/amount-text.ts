/**
 * Amounts in words, for the terminal and the dashboard. Without `Intl`: the first number it writes
 * loads the rules of a language, which takes as long as starting Node.
 */

/** `12,345` */
export function wholeNumber(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, ',')
}

export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${wholeNumber(amount)} ${amount === 1 ? noun : plural}`
}

/** Cents; four decimals for amounts below 10 cents. */
export function dollars(usd: number): string {
  if (usd > 0 && usd < 0.0001) return '<$0.0001'
  const [whole = '', decimals = ''] = usd.toFixed(usd < 0.1 ? 4 : 2).split('.')
  return `$${wholeNumber(Number(whole))}.${decimals.replace(/(?<=\d\d)0{1,2}$/, '')}`
}

const units = ['B', 'KB', 'MB', 'GB', 'TB']

export function bytes(count: number): string {
  const power = count < 1 ? 0 : Math.min(Math.floor(Math.log2(count) / 10), units.length - 1)
  const value = count / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
