/** Passwords announced in other languages: «Das Passwort lautet …», «パスワードは…です». */
import type { Source } from '../scan/source.ts'
import { literalAt } from '../values/literal.ts'
import { isExpression, isPlaceholder, isReference } from '../values/secret-values.ts'
import type { Rule, Span } from './rule.ts'

/** Words for password, passphrase and access code that do not contain an English one. */
const latin =
  `kennwort zugangscode geheimzahl wachtwoord toegangscode contraseña contrasena contraseñas
  clave senha palavra-passe palavra-chave parola mdp lösenord losenord adgangskode passord salasana
  heslo hasło haslo jelszó jelszo şifre sifre parool slaptažodis lozinka geslo fjalëkalimi passwort
  schlüssel zugangsschlüssel clé chave chiave jeton`.split(/\s+/)
const phrases = ['mot de passe', "code d'accès", 'mật khẩu', 'kata sandi', 'fraza de acces']
const other =
  `пароль пароля пароли паролем ключ κωδικός 密码 密碼 口令 密钥 密鑰 パスワード 暗証番号 合言葉 秘密鍵
  비밀번호 암호 รหัสผ่าน पासवर्ड סיסמה كلمة گذرواژه`.split(/\s+/)

/** The search for anchors knows the case of Latin letters without accents only. */
const capitalised = [...latin, ...other]
  .filter((word) => word.charCodeAt(0) > 127)
  .map((word) => word.charAt(0).toUpperCase() + word.slice(1))

export const announcementRule: Rule = {
  name: 'announcement',
  anchors: [...latin, ...phrases, ...other, ...capitalised].filter((word) => word.length > 2),
  ignoresCase: true,
  find: findAnnounced,
}

/** Words of two characters, too short for the search for anchors. */
export const shortAnnouncementPattern = /密码|密碼|口令|密钥|密鑰|암호/g

const verb =
  "(?:ist|lautet|heißt|wird|war|wurde auf|est|était|sera|c'est|a été changé en|será|sería|era|fue cambiada a|foi (?:alterada|mudada) para|es|é|è|sono|is|jest|je|är|er|on|to|là|adalah|olarak|это|είναι)"
const detail = String.raw`(?: \(?[\p{L}\p{N}'’._@/-]{1,24}\)?){0,6}?`
const separator = new RegExp(
  String.raw`[\p{L}]{0,12}(?:${detail}[ \t]{0,4}(?:[:：=＝→]|->|—|–)|${detail} ${verb}:?(?=[ \t])|[\p{L}ー]{0,12}?(?:は|が|を|是|为|為|就是|改成了?|改为|改為|设置为|设为|設為|：|은|는|이|คือ)[:：]?)[ \t]{0,8}`,
  'uy',
)
const value = /[!-~]{4,128}/y
const anyValue = /[!-~]{4}/g
const farthestValue = 200

export function findAnnounced(source: Source, at: number, word: string): Span | undefined {
  const from = at + word.length
  // Nearly every word is followed by no value, and that is quickly seen.
  if (source.next(anyValue, from) > from + farthestValue) return undefined
  if (source.match(separator, from) === null) return findPlain(source, from)
  const start = separator.lastIndex
  const literal = literalAt(source.text, start)
  if (literal !== undefined) {
    const isSecret = literal.value.length >= 4 && !/\s/.test(literal.value.trim())
    return isSecret && isPassword(literal.value) ? spanOf(literal.start, literal.value) : undefined
  }
  const match = source.match(value, start)
  if (match === null) return undefined
  const found = match[0].replace(/[.,;:!?)\]}"'`>]{1,4}$/, '')
  return isPassword(found) ? spanOf(start, closedBy(match[0], found)) : undefined
}

const plain = /[ \t](?=\S{0,60}[A-Za-z])(?=\S{0,60}\d)(?=\S{0,60}[!@#$%^&*?+=~])[!-~]{7,64}/y

/** «usa la clave Verano24! para entrar»: letters, digits and signs together are no other word. */
function findPlain(source: Source, from: number): Span | undefined {
  const found = source.match(plain, from)?.[0].slice(1)
  if (found === undefined || /[(){}[\]<>/\\"'`]/.test(found)) return undefined
  return isPassword(found) ? spanOf(from + 1, found) : undefined
}

/** An exclamation mark at the end is more often part of a password than of the sentence. */
function closedBy(whole: string, found: string): string {
  return whole.startsWith(`${found}!`) ? `${found}!` : found
}

function isPassword(text: string): boolean {
  if (text.length < 5 || isPlaceholder(text) || isReference(text)) return false
  if (!/\d/.test(text) && isExpression(text)) return false
  const hasSign = /[^A-Za-z0-9_.:/-]/.test(text)
  return /[A-Za-z]/.test(text) ? /\d/.test(text) || hasSign : text.length >= 6
}

function spanOf(start: number, text: string): Span {
  return { start, end: start + text.length, kind: 'password' }
}
