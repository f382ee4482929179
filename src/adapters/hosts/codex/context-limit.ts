/**
 * How much context Codex takes whole. It counts four bytes as a token, cuts the middle out of more
 * than 2,500 tokens and puts the whole into a file. So 10,000 characters pass, as long as each is a
 * byte; a hook may raise the limit for itself, which makes room for any other alphabet.
 */
export const maxContextCharacters = 9_000

/** At most three bytes stand for a character of ours (a UTF-16 unit). */
export const additionalContextLimit = Math.ceil((maxContextCharacters * 3) / 4)
