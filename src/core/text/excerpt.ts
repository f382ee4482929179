/** The beginning of what somebody else said, on one line, for a message. */
export function excerpt(text: string, mostCharacters = 300): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, mostCharacters)
}
