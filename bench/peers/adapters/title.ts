/** For programs that want a title beside the text: its first words. */
export function titleOf(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 80)
}
