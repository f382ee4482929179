/** A teammate's name for lines that have a shape of their own: nothing in it can end or forge one. */

const mostCharacters = 40

export function plainName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}.@'’_ -]+/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
  return [...plain].slice(0, mostCharacters).join('').trim() || 'someone'
}
