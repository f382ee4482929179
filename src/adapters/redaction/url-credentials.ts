/** Redacts the password or token in `scheme://user:password@host`, and keeps the rest. */
import { markerPattern, redacted } from './marker.ts'
import { isOpaque, isPlaceholder } from './secret-values.ts'

const userInfo = /(:\\?\/\\?\/)([^\s/?#"'`<>\\]+)@/g
/** Database passwords are often pasted unescaped, with slashes; a port is not a password. */
const databaseUserInfo =
  /((?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse):\\?\/\\?\/)([^\s:@/"'`<>]{0,128}:(?!\d{1,5}[/?])[^\s@"'`<>]{1,256})@(?=[\w.[-])/gi

export function redactUrlCredentials(text: string): string {
  if (!text.includes('@') || !/:\\?\/\\?\//.test(text)) return text
  const withoutSlashes = text.replace(userInfo, replaceCredentials)
  return withoutSlashes.replace(databaseUserInfo, replaceCredentials)
}

const userAndPassword = new RegExp(`^((?:${markerPattern}|[^:])*)(?::(.*))?$`, 's')

function replaceCredentials(whole: string, scheme: string, credentials: string): string {
  const [, user = '', password = ''] = userAndPassword.exec(credentials) ?? []
  const isTokenUser = user.length >= 16 && /\d/.test(user) && isOpaque(user) && !isPlaceholder(user)
  const shownUser = isTokenUser ? redacted('url-token') : user
  if (password === '') return isTokenUser ? `${scheme}${shownUser}@` : whole
  if (password.length > 2048 || isPlaceholder(password)) {
    return isTokenUser ? `${scheme}${shownUser}:${password}@` : whole
  }
  return `${scheme}${shownUser}:${redacted('url-password')}@`
}
