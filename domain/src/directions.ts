/** Marks that override, embed or isolate a direction. */
const REORDERING = /[\u202A-\u202E\u2066-\u2069]/gu

/**
 * A stranger's text without the marks that reorder what is between them, by which `gpj.exe` would show as `exe.jpg`. One
 * that is never closed, or is closed too often, reaches over into whatever stands beside the text, also where the text is
 * cut. Arabic and Hebrew are ordered by their letters, and keep the marks that stand for a letter.
 */
export function withoutReordering(text: string): string {
  return text.replaceAll(REORDERING, '')
}
