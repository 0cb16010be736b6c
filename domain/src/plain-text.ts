/**
 * Markdown that a passage of a post may hold, each alternative with the part to keep: images and links (their words),
 * fences and headings, quotes, strong words, code, and comments, as GitHub's forms have them.
 */
const MARKUP = [
  /!?\[(?<words>[^\][\n]*)\]\((?:[^()\s]|\([^()\s]*\))+(?:\s+"[^"\n]*")?\)/u,
  // To the end of the text, not of the line, which is what `$` means to the others.
  /<!--[^]*?(?:-->|(?![^]))/u,
  /^[^\S\n]*(?:`{3,}|~{3,})[^\n]*$/mu,
  /^[^\S\n]*#{1,6}[^\S\n]+/mu,
  /^(?:[^\S\n]*>)+[^\S\n]?/mu,
  /(?<!\*)\*\*(?<strong>[^\s*](?:[^*\n]*[^\s*])?)\*\*(?!\*)/u,
  /(?<!`)`(?<code>[^`\n]+)`(?!`)/u,
]
const ANY = new RegExp(MARKUP.map(({ source }) => source).join('|'), 'gmu')

/** A passage with places in it, such as its evidence. */
export interface PlacedText<Span extends Part> {
  text: string
  spans: Span[]
}

/** The passage without its Markdown, with its evidence on the same words. Evidence on markup alone goes. */
export function withoutMarkdown<Span extends Part>({ text, spans }: PlacedText<Span>): PlacedText<Span> {
  const kept = keptParts(text)
  if (kept.length === 1 && kept[0]?.start === 0 && kept[0].end === text.length) return { text, spans }
  const place = (at: number) => kept.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, at) - start), 0)
  return {
    text: kept.map(({ start, end }) => text.slice(start, end)).join(''),
    spans: spans
      .map((span) => ({ ...span, start: place(span.start), end: place(span.end) }))
      .filter((span) => span.end > span.start),
  }
}

/** The text alone, without its Markdown. */
export function plainText(text: string): string {
  return withoutMarkdown({ text, spans: [] }).text
}

interface Part {
  start: number
  end: number
}

/** The parts of the text that are no markup, in order. What markup holds may be marked up itself. */
function keptParts(text: string, from = 0): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const match of text.matchAll(ANY)) {
    parts.push({ start: from + end, end: from + match.index })
    const words = Object.values(match.groups ?? {}).find((group) => group !== undefined)
    if (words) {
      const at = match.index + match[0].indexOf(words)
      parts.push(...keptParts(words, from + at))
    }
    end = match.index + match[0].length
  }
  parts.push({ start: from + end, end: from + text.length })
  return parts.filter((part) => part.end > part.start)
}
