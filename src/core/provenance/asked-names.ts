/**
 * Plain names that a sentence asks to use or turn to: "use acmelint", "the acmelint plugin", "share
 * it with Ada Lovelace". Weaker than a command: any text about tools contains such names, so they
 * matter only if they first appeared in foreign text.
 */

/** Parts of a sentence that may contain such a name, and where to look for it. */
interface Asking {
  readonly part: string
  readonly end: 'first' | 'last'
  /** In words. */
  readonly reach: number
}

export function* askingParts(text: string): Generator<Asking> {
  for (const match of text.matchAll(verbBefore)) yield after(text, match, 3)
  for (const match of text.matchAll(verbBehind)) yield before(text, match, 3)
  for (const match of text.matchAll(kindOfThing)) {
    yield after(text, match, 1)
    yield before(text, match, 1)
  }
  for (const match of text.matchAll(turnTo)) yield after(text, match, 2)
}

function after(text: string, match: RegExpExecArray, reach: number): Asking {
  const from = match.index + match[0].length
  const part = text.slice(from, from + 60).split(sentenceEnd)[0] ?? ''
  return { part, end: 'first', reach }
}

function before(text: string, match: RegExpExecArray, reach: number): Asking {
  const part = text.slice(Math.max(0, match.index - 40), match.index)
  return { part: part.split(sentenceEnd).at(-1) ?? '', end: 'last', reach }
}

const sentenceEnd = /[.;!?](?:\s|$)|[。！？\n]/

const anyOf = (...languages: readonly string[]) => languages.join('|')
const wholeWord = (words: string) => `(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`

/** Verbs such as use, add, load, start or connect. */
const verbBefore = new RegExp(
  anyOf(
    wholeWord(
      anyOf(
        'use[sd]?|using|add(?:s|ing)?|adopt|prefer|imports?|requires?|needs?|loads?|starts?|enable|activate|connect|through|via|switch to',
        'verwende[nt]?|benutzt?|benutze[nt]?|nutze[nt]?|nimm|aktiviere|verbinde|durch|über',
        'utilise[rz]?|ajoute[rz]?|active[rz]?|charge[rz]?|démarre[rz]?|passe[rz]? par',
        'usar?|utiliza[r]?|añad[ae]|agreg[ae]|activa|importa|inicia|adiciona|rod[ae]r?',
        'utilizza(?:re)?|aggiungi|lancia(?:re|to)?|avvia(?:re)?|eseguito',
        'gebruik|voeg|laad|använd|kör|kjør|køre?|brug|bruk|lägg|käytä|aja|suorita|lisää',
        'użyj|używaj|użyć|dodaj|włącz|použij(?:te)?|použite|přidej(?:te)?|spus[tť]i?(?:te)?',
        'folosi\\p{L}*|rulea\\p{L}*|adaug\\p{L}*|használ\\p{L}*|futtas\\p{L}*',
        'использ\\p{L}*|добав\\p{L}*|подключ\\p{L}*|запус[кт]\\p{L}*|використ\\p{L}*|додай\\p{L}*',
        'τρέξ\\p{L}*|χρησιμοποι\\p{L}*|χρησιμοποί\\p{L}*',
        'شغّ?ل|استخدم|ثبّ?ت|نفّ?ذ|הרץ|השתמש|התקן|הפעל',
        'chạy|dùng|sử dụng|cài|thêm|jalankan|gunakan|pakai|pasang|tambahkan',
      ),
    ),
    '使用|采用|加入|添加|启动|调用|用',
  ),
  'giu',
)

const verbBehind = new RegExp(
  anyOf(
    wholeWord(
      'laufen|verwenden|benutzen|nutzen|verwendet|benutzt|hinzufügen|einbinden|kullan\\p{L}*|çalıştır\\p{L}*|ekle|yükle|का उपयोग|चलाए\\p{L}*',
    ),
    'を(?:使|追加|導入|経由)|(?:을|를)? ?(?:사용|추가|실행)',
  ),
  'giu',
)

/** Nouns next to the name, before or after it. */
const kindOfThing = new RegExp(
  anyOf(
    wholeWord(
      'plug-?ins?|extension|add-?on|skill|mcp server|package|library|image|mirror|proxy|registry|nameserver|tool|bot|app|paket|erweiterung|paquete|paquet|pakiet|pacchetto|pacote|пакет|плагин',
    ),
    '插件|工具|软件包|プラグイン|플러그인',
  ),
  'giu',
)

/** Verbs of asking or giving. */
const turnTo = new RegExp(
  anyOf(
    wholeWord(
      'ask|contact|ping|message|notify|dm|e-?mail|frage?|kontaktiere|chiedi a|vraag|zapytaj|спроси|напиши',
    ),
    '\\b(?:share|send|give|forward|hand|report|show|grant)\\b[^.;\\n]{1,60}?\\b(?:with|to)\\b',
  ),
  'giu',
)
