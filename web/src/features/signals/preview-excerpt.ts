import type { PreviewedPost } from '@leadlight/contract/signals'
import { withoutMarkdown } from '@leadlight/domain/plain-text'
import type { TextSpan } from '../../ui/highlighted-text.tsx'

export interface Excerpt {
  text: string
  spans: TextSpan[]
}

interface Range {
  start: number
  end: number
}

const LENGTH_MAX = 220
/** The length of text before the first evidence. */
const LEAD_IN = 60
const CUT = '…'

/** The passage of a post's body around its evidence, about `lengthMax` characters long, without Markdown, with the evidence's offsets. */
export function excerptOf(post: Pick<PreviewedPost, 'title' | 'text' | 'evidence'>, lengthMax = LENGTH_MAX): Excerpt {
  const bodyStart = post.title === null ? 0 : Math.min(post.text.length, post.title.length + 1)
  const inBody = post.evidence.filter((one) => one.end > bodyStart && one.start < post.text.length)
  const first = inBody.toSorted((a, b) => rank(a) - rank(b) || a.start - b.start)[0]
  const idealStart = first ? Math.max(bodyStart, first.start - LEAD_IN) : bodyStart
  const start = idealStart <= bodyStart + CUT.length ? bodyStart : wordStart(post.text, idealStart)
  const end = start + lengthMax >= post.text.length ? post.text.length : wordEnd(post.text, start + lengthMax)
  const before = start > bodyStart ? CUT : ''
  const after = end < post.text.length ? CUT : ''
  const { text, spans } = withoutMarkdown({
    text: post.text.slice(start, end),
    spans: inBody
      .map((one) => ({ ...one, start: Math.max(one.start, start) - start, end: Math.min(one.end, end) - start }))
      .filter((one, index) => one.end > one.start && isMostlyThere(one, inBody[index])),
  })
  return {
    text: `${before}${text.replaceAll(/\s/gu, ' ')}${after}`,
    spans: spans.map((one) => ({ ...one, start: one.start + before.length, end: one.end + before.length })),
  }
}

/** Whether most of the evidence is in the passage: marking a mere start says nothing. */
function isMostlyThere(shown: Range, whole: Range = shown): boolean {
  return (shown.end - shown.start) * 2 >= whole.end - whole.start
}

function rank(evidence: { kind: 'for' | 'against' }): number {
  return evidence.kind === 'for' ? 0 : 1
}

/** The start of a word at or after `at`, if one is near; `at` itself in a text without spaces. */
function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + LEAD_IN / 2).search(/\s/u)
  return space < 0 ? at : at + space + 1
}

function wordEnd(text: string, at: number): number {
  const space = text.slice(0, at).search(/\s\S*$/u)
  return space < at - LEAD_IN / 2 ? at : space
}
