/** Whether a text is one plain sentence about the project, and speaks to nobody. */
import { safeText } from '../../text/safe-text.ts'

/** @returns what it has that a plain sentence has not, as the end of a sentence about it */
export function findMarkup(text: string): string | undefined {
  const bare = text.replace(/(?<!`)`[^`\n]+`(?!`)/g, (code) => 'x'.repeat(code.length))
  // Hidden characters, tags, fences, headings, roles and line breaks.
  if (safeText(text) !== text) return 'is not plain text in one line'
  if (/[a-z][a-z0-9+.-]*:\/\/|\bwww\.|\b(?:mailto|javascript|data|file):/i.test(text)) return url
  if (/\b[\w-]+\.(?:com|org|xyz|ru|cn|info|biz|top)\b/i.test(text)) return url
  if (/[<>]|&(?:#|[a-z]+;)/i.test(bare)) return 'has HTML'
  if (/^(?:[#>|+*=_~-]|\d+[.)]\s)/.test(bare)) return 'starts like a heading, list or quote'
  if (/[[\]`*^{}]|__|~~|==|%%|\$\$|(?:^|\s)#\p{L}/u.test(bare)) return 'has markup'
  if (!/[.。]$/.test(bare)) return 'does not end in a full stop'
  if (/[.!?]["')]?\s+\p{Lu}|[。!?！？]./u.test(bare)) return 'is more than one sentence'
  return undefined
}

const url = 'has an address'

/** @returns how it speaks to its reader, as the end of a sentence about it */
export function findAddressing(text: string): string | undefined {
  if (/\b(?:you|your|yours|please|I|I'm|my|me)\b/i.test(text)) return 'speaks to its reader'
  if (orders.test(text)) return 'gives an order'
  if (/\b(?:system|developer) (?:prompt|message)|\bas an AI\b|\blanguage model\b/i.test(text)) {
    return 'speaks about models'
  }
  const overrules =
    /\b(?:ignor|disregard|overrid|bypass)\w*\b.{0,40}\b(?:instruction|prompt|rule|statement|above|previous|earlier)/i
  return overrules.test(text) ? 'gives an order' : undefined
}

const orders =
  /^(?:always|never|don't|do not|run|execute|install|delete|remove|send|open|visit|click|download|ignore|disregard|forget|remember|tell|say|write|copy|paste|call|use|make sure|ensure|note that|see)\b/i
