/** Predictable vectors: texts with the same words point the same way. Not of unit length. */
export function wordVector(text: string, dimensions: number): number[] {
  const vector = new Array<number>(dimensions).fill(0.01)
  for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
    let place = 7
    for (const letter of word) {
      const code = letter.charCodeAt(0)
      place = (place * 31 + code) % dimensions
      // Two words that share a place still differ.
      vector[code % dimensions] = (vector[code % dimensions] ?? 0) + 0.05
    }
    vector[place] = (vector[place] ?? 0) + 1
  }
  return vector
}
