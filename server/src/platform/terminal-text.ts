/** Controls but for line ends, and marks that reorder what stands beside them. */
const STEERING = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]/gu

/** Text for a terminal, which nothing that others wrote can steer. */
export function terminalText(text: string): string {
  return text.replaceAll(STEERING, '\uFFFD')
}

/** The same on one line, so that what others wrote cannot look like a line of ours. */
export function terminalLine(text: string): string {
  return terminalText(text.replaceAll(/[\r\n\u0085\u2028\u2029]+/g, ' '))
}
