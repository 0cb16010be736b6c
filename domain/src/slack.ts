/** What Slack takes of one message (docs.slack.dev, Block Kit). */
export const SLACK_BLOCKS_MAX = 50
export const SLACK_SECTION_MAX = 3_000
export const SLACK_OPTION_MAX = 75
export const SLACK_OPTIONS_MAX = 100

export const SLACK_CHANNEL_CONFIGS_MAX = 20

/**
 * So many leads that enter a status at a time are told a channel one by one; of more it is told in one message how many they
 * are. Slack takes about a message a second for a channel.
 */
export const SLACK_ENTRIES_MAX = 10

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** So many new leads are told a channel one by one in ten minutes; where there are more, one message tells of them together. */
export const SLACK_NEW_LEADS_MAX = 10
export const SLACK_BURST_MS = 10 * MINUTE_MS
/** For so long such a message takes in what comes; after that another begins, which is heard of anew. */
export const SLACK_GATHERING_MS = HOUR_MS
/** How many of them it shows, and how many it knows by name, should some of the best be deleted. */
export const SLACK_BEST_SHOWN = 3
export const SLACK_BEST_KEPT = 10
/** Of so many of those it counts it knows which they are, so that those deleted later are counted no more. */
export const SLACK_COUNTED_MAX = 1_000

/** From one try to the next while Slack cannot be reached. News of a lead that is older than half a day helps nobody. */
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
/** Slack asks for seconds; whoever answers with more is not waited for longer than this. */
const REST_MS_MAX = HOUR_MS

/** How long to wait after the `tries`-th try has failed, in milliseconds; null when that was the last. `chance` is from 0 to below 1. */
export function waitBeforeNextPost(tries: number, chance: number): number | null {
  const waitMs = WAITS_MS[tries - 1]
  return waitMs === undefined ? null : Math.round(waitMs * (1 + JITTER * chance))
}

/** How long a channel is left alone that asks for it. */
export function slackRestOf(askedMs: number): number {
  return Math.min(Math.max(askedMs, SECOND_MS), REST_MS_MAX)
}

/**
 * Text as Slack's mrkdwn takes it: `&`, `<` and `>` escaped, so that nothing in it is a link, a mention or a command, and at
 * most `max` characters long, an ellipsis included where it was cut. Never ends in half a character or half an escape.
 */
export function slackText(text: string, max: number): string {
  const pieces: string[] = []
  let length = 0
  // The place up to which an ellipsis still fits.
  let kept = 0
  for (const character of text.toWellFormed()) {
    const piece = ESCAPES[character] ?? character
    if (length + piece.length > max) return `${pieces.slice(0, kept).join('').trimEnd()}…`
    pieces.push(piece)
    length += piece.length
    if (length < max) kept = pieces.length
  }
  return pieces.join('')
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A plain text, such as a button's: cut, and not escaped. */
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
