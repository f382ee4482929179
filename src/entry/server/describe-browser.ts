/** The first that matches: most browsers also name those they descend from. */
const browsers = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

/** `Firefox on Linux`, for a list of what is signed in. */
export function describeBrowser(userAgent: string): string {
  const [, browser = 'Browser'] = browsers.find(([pattern]) => pattern.test(userAgent)) ?? []
  const [, system] = systems.find(([pattern]) => pattern.test(userAgent)) ?? []
  return system ? `${browser} on ${system}` : browser
}
