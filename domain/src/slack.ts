/** Slack's limits for one message (docs.slack.dev, Block Kit). */
export const SLACK_SECTION_MAX = 3_000
export const SLACK_OPTION_MAX = 75
export const SLACK_OPTIONS_MAX = 100

export const SLACK_CHANNEL_CONFIGS_MAX = 20

/**
 * Up to this many leads that enter a status together are posted one by one; more become one message with their number.
 * Slack takes about a message a second per channel.
 */
export const SLACK_ENTRIES_MAX = 10

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** Up to this many new leads in ten minutes are posted to a channel one by one; more are gathered in one message. */
export const SLACK_NEW_LEADS_MAX = 10
export const SLACK_BURST_MS = 10 * MINUTE_MS
/** How long such a message grows. After that another begins, which notifies people again. */
export const SLACK_GATHERING_MS = HOUR_MS
/** How many of the best leads it shows, and how many it remembers in case some are deleted. */
export const SLACK_BEST_SHOWN = 3
export const SLACK_BEST_KEPT = 10
/** How many of the counted leads it remembers by id, so that deleted ones are no longer counted. */
export const SLACK_COUNTED_MAX = 1_000

/** The waits between tries while Slack cannot be reached. A lead's news older than half a day helps nobody. */
const WAITS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  4 * HOUR_MS,
]
const JITTER = 0.1
/** Slack asks for seconds; a longer wait than this is not honoured. */
const REST_MS_MAX = HOUR_MS

/** The wait in milliseconds after the `tries`-th failed try; null after the last. `chance` is from 0 to below 1. */
export function waitBeforeNextPost(tries: number, chance: number): number | null {
  const waitMs = WAITS_MS[tries - 1]
  return waitMs === undefined ? null : Math.round(waitMs * (1 + JITTER * chance))
}

/** How long to leave a channel alone that asks for a rest. */
export function slackRestOf(askedMs: number): number {
  return Math.min(Math.max(askedMs, SECOND_MS), REST_MS_MAX)
}

/**
 * Text for Slack's mrkdwn: `&`, `<` and `>` escaped, so that nothing in it is a link, a mention or a command, and at
 * most `max` characters long, with an ellipsis if it was cut. It never ends in half a character or half an escape.
 */
export function slackText(text: string, max: number): string {
  const pieces: string[] = []
  let length = 0
  // The position up to which an ellipsis still fits.
  let kept = 0
  for (const character of text.toWellFormed()) {
    const piece = ESCAPES.get(character) ?? character
    if (length + piece.length > max) return `${pieces.slice(0, kept).join('').trimEnd()}…`
    pieces.push(piece)
    length += piece.length
    if (length < max) kept = pieces.length
  }
  return pieces.join('')
}

const ESCAPES: ReadonlyMap<string, string> = new Map(Object.entries<string>({ '&': '&amp;', '<': '&lt;', '>': '&gt;' }))

/** Plain text, such as a button's: cut, but not escaped. */
export function slackPlain(text: string, max: number): string {
  let kept = ''
  for (const character of text.toWellFormed()) {
    if (kept.length + character.length > max) return `${cutTo(kept, max - 1)}…`
    kept += character
  }
  return kept
}

function cutTo(text: string, max: number): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > max) break
    kept += character
  }
  return kept
}
