// Many user agents also name other browsers, so the order matters.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//u, 'Edge'],
  [/\bOPR\/|\bOpera\b/u, 'Opera'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//u, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//u, 'Chrome'],
  [/\bSafari\//u, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/u, 'macOS'],
  [/\bLinux\b/u, 'Linux'],
]

const OTHER_LENGTH_MAX = 40

/** A browser in familiar words, from its user agent: "Firefox on Windows". */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser'
  const browser = firstIn(BROWSERS, userAgent)
  const system = firstIn(SYSTEMS, userAgent)
  if (browser) return system ? `${browser} on ${system}` : browser
  const name = userAgent.split('/')[0]?.trim() ?? ''
  return name ? name.slice(0, OTHER_LENGTH_MAX) : 'Unknown browser'
}

/** Whether the user agent is a phone's or tablet's. */
export function isHandheld(userAgent: string | null): boolean {
  return /\biPhone\b|\biPad\b|\bAndroid\b|\bMobile\b/u.test(userAgent ?? '')
}

function firstIn(table: readonly (readonly [RegExp, string])[], text: string): string | null {
  return table.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
