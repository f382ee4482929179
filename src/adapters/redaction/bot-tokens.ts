/** Redacts tokens of Discord and Telegram bots, which start with the bot's number. */
import { redacted } from './marker.ts'

const discordEnd = /\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}/g
const discordId = /[A-Za-z0-9_-]{22,28}$/
const telegram = /:AA[A-Za-z0-9_-]{30,}/g
const telegramId = /(?:^|\D)\d{6,12}$/
const longestId = 28

export function redactBotTokens(text: string): string {
  const withoutTelegram = text.replace(telegram, (whole, offset: number) => {
    return telegramId.test(before(text, offset)) ? `:${redacted('telegram-token')}` : whole
  })
  return withoutTelegram.replace(discordEnd, (whole, offset: number) => {
    const id = discordId.exec(before(withoutTelegram, offset))?.[0] ?? ''
    return isNumber(id) ? `.${redacted('discord-token')}` : whole
  })
}

function before(text: string, offset: number): string {
  return text.slice(Math.max(0, offset - longestId), offset)
}

/** Tries every start, because preceding characters may not belong to the number. */
function isNumber(id: string): boolean {
  for (let start = 0; id.length - start >= 22; start++) {
    if (/^\d{16,20}$/.test(decodeBase64(id.slice(start)))) return true
  }
  return false
}

/** Decodes plain or URL-safe base64; empty if it is neither. */
export function decodeBase64(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))
  } catch {
    return ''
  }
}
