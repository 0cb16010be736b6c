import type { DraftRequest, DraftSource } from './draft-brief.ts'

/** How the built-in composer signs its drafts. */
export const COMPOSER_NAME = 'Built-in composer'

const QUOTE_CHARACTERS_MAX = 140

/**
 * A draft without any model: what the post says, what the business does, in plain sentences to be finished by hand. English
 * only. Where only talking points are wanted it gives the same as points.
 */
export function composeDraft(source: DraftSource, request: DraftRequest): string {
  const { business } = source
  const quote = source.evidence[0] === undefined ? null : shorten(source.evidence[0], QUOTE_CHARACTERS_MAX)
  const name = business.businessName ?? 'our product'
  const does = firstSentence(business.businessDescription)
  if (request.asTalkingPoints) return composePoints({ quote, name, does, request })
  const paragraphs = [
    quote === null ? 'Your post caught my eye.' : `You wrote “${quote}”, and that is what I am answering.`,
    `I work at ${name}, so take this with that in mind.${does === null ? '' : ` ${does}`}`,
    request.prompt === '' ? null : finished(request.prompt),
    request.messageType === 'dm'
      ? 'Would it help if I told you how others in your place went about it?'
      : 'What have you tried so far, and where did it fall short?',
    request.messageType === 'dm' ? business.writing.signature || null : business.website,
  ]
  return paragraphs.filter((paragraph) => paragraph !== null).join('\n\n')
}

interface PointParts {
  quote: string | null
  name: string
  does: string | null
  request: DraftRequest
}

function composePoints({ quote, name, does, request }: PointParts): string {
  const points = [
    quote === null ? 'Answer what the post asks first.' : `Answer what was asked first: “${quote}”.`,
    `Say that you work at ${name}.`,
    does === null ? null : `What it does: ${does}`,
    request.prompt === '' ? null : finished(request.prompt),
    'Ask what they have tried so far.',
  ]
  return points
    .filter((point) => point !== null)
    .map((point) => `- ${point}`)
    .join('\n')
}

function firstSentence(text: string | null): string | null {
  const sentence = /^.+?[.!?](?=\s|$)/su.exec(text?.trim() ?? '')?.[0] ?? text?.trim() ?? ''
  return sentence === '' ? null : finished(sentence)
}

function finished(sentence: string): string {
  const trimmed = sentence.trim()
  return /[.!?]$/u.test(trimmed) ? trimmed : `${trimmed}.`
}

function shorten(text: string, max: number): string {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  return line.length <= max ? line : `${line.slice(0, max).replace(/\s\S*$/u, '')}…`
}
