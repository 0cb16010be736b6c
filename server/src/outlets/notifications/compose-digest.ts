import { foundName } from '@leadlight/domain/watched-names/parse-names'
import type { MailFrequency } from '@leadlight/domain/notifications'
import { plainText } from '@leadlight/domain/plain-text'
import { levelOrNull } from '@leadlight/domain/scoring'
import type { Mail, MailBlock } from '../../senders/mail.ts'
import { plainName, unlinkedName } from '../../senders/plain-name.ts'
import type { Digest } from './describe-digest.ts'

const TITLE_CHARACTERS_MAX = 140
const REASON_CHARACTERS_MAX = 300
const QUOTE_CHARACTERS_MAX = 240
const NAME_CHARACTERS_MAX = 80
const QUOTES_MAX = 2
const TROUBLE_LINES_MAX = 5
const LEVEL_WORDS = { strong: 'Strong', likely: 'Likely', possible: 'Possible', unsure: 'Unsure' }
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const RHYTHM: Record<MailFrequency, string> = {
  off: '',
  at_once: 'at once',
  hourly: 'once an hour',
  daily: 'once a day',
  weekly: 'once a week',
}

export interface DigestMail extends Digest {
  mailId: string
  to: string
  frequency: MailFrequency
  projectId: string
  publicUrl: string
  now: Date
  unsubscribeUrl: string
}

/** The mail of new leads: the best of them with their evidence, how many there are by signal, and what fails. */
export function composeDigest(digest: DigestMail): Mail {
  const { total, best, projectName, projectId, publicUrl, frequency, unsubscribeUrl } = digest
  const project = `${publicUrl}/projects/${projectId}`
  const more = total - best.length
  const [only] = best
  return {
    key: `leads:${digest.mailId}`,
    to: digest.to,
    subject:
      total === 1 && only
        ? `New lead in ${plainName(projectName, 40)}: ${plainName(only.title ?? only.text, 80)}`
        : `${total} new leads in ${plainName(projectName)}`,
    paragraphs: [
      total === 1
        ? `Leadlight found a new lead for ${unlinkedName(projectName)}.`
        : `Leadlight found ${total} new leads for ${unlinkedName(projectName)}. ${more > 0 ? `The best ${best.length} come first.` : 'The best come first.'}`,
    ],
    blocks: [
      ...best.map((lead) => toBlock(digest, lead)),
      ...(more > 0 ? [{ lines: [`And ${more} more, in Leadlight.`] }] : []),
      ...signalCounts(digest),
      ...weekFigures(digest),
      ...trouble(digest),
    ],
    action: { label: total === 1 ? 'See your leads' : `See all ${total} leads`, url: `${project}/posts` },
    footnotes: [`You get new leads of ${unlinkedName(projectName)} by mail ${RHYTHM[frequency]}.`],
    links: [{ label: 'Change how often, and of what', url: `${project}/settings/notifications` }],
    unsubscribe: { label: 'Unsubscribe from these mails', url: unsubscribeUrl },
  }
}

function toBlock({ publicUrl, projectId, now }: DigestMail, lead: Digest['best'][number]): MailBlock {
  const [match] = lead.matches
  // Leaves out quotes that the heading already contains.
  const quotes = (match?.evidence ?? [])
    .filter(({ kind, quote }) => kind === 'for' && quote.trim() !== lead.title?.trim())
    .slice(0, QUOTES_MAX)
  const where = lead.community === null ? lead.platformName : `${lead.platformName}, ${unlinkedName(lead.community)}`
  return {
    heading: unlinkedName(plainText(lead.title ?? lead.text), TITLE_CHARACTERS_MAX),
    url: `${publicUrl}/projects/${projectId}/posts/${lead.id}`,
    about: `${fitOf(lead)} · ${where} · ${ageOf(lead.postedAt, now)}`,
    lines: match ? [unlinkedName(match.reason, REASON_CHARACTERS_MAX)] : [],
    quotes: quotes.map(({ quote }) => unlinkedName(quote, QUOTE_CHARACTERS_MAX)),
  }
}

/** How well it fits; of a lead without a score the watched name. */
function fitOf({ score, matches }: Digest['best'][number]): string {
  const level = levelOrNull(score)
  if (level !== null) return `${LEVEL_WORDS[level]} (${score})`
  const [match] = matches
  return `Mention of ${unlinkedName(match ? foundName(match.signal, match.evidence) : 'a name', NAME_CHARACTERS_MAX)}`
}

function signalCounts({ bySignal, total }: DigestMail): MailBlock[] {
  if (bySignal.length === 0 || (bySignal.length === 1 && total === 1)) return []
  const rows = bySignal.map(({ signal, count }) => ({ label: unlinkedName(signal, 120), value: String(count) }))
  return [{ heading: 'New leads by signal', rows }]
}

/** The week's figures; zeros are left out. */
function weekFigures({ week }: DigestMail): MailBlock[] {
  if (!week) return []
  const rows = [
    { label: 'leads found', value: week.found },
    { label: 'answered', value: week.answered },
    { label: 'dismissed', value: week.dismissed },
    { label: 'waiting for an answer', value: week.waiting },
    { label: 'credits spent', value: week.spent },
  ].filter(({ value }) => value > 0)
  const lines = [
    ...(week.medianAnswerMs === null ? [] : [`Half of the answers came within ${durationOf(week.medianAnswerMs)}.`]),
    ...week.blind.map(
      ({ name, blindMs }) => `${unlinkedName(name, 80)} could not be heard for ${durationOf(blindMs)}.`,
    ),
    ...week.captured.map(
      ({ name, drawn, share, low, high }) =>
        `Of ${drawn} posts drawn at random from ${unlinkedName(name, 80)}, ${percentOf(share)} % had been read (${percentOf(low)} to ${percentOf(high)}).`,
    ),
  ]
  if (rows.length + lines.length === 0) return []
  const figures = rows.map(({ label, value }) => ({ label, value: String(value) }))
  return [{ heading: 'The last seven days', rows: figures, lines }]
}

function percentOf(share: number): string {
  return (100 * share).toFixed(1)
}

function trouble({ trouble: lines }: DigestMail): MailBlock[] {
  if (lines.length === 0) return []
  const more = lines.length - TROUBLE_LINES_MAX
  const shown = lines.slice(0, TROUBLE_LINES_MAX).map((line) => unlinkedName(line, 240))
  return [{ heading: 'What does not work right now', lines: more > 0 ? [...shown, `And ${more} more.`] : shown }]
}

function ageOf(postedAt: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - postedAt.getTime())
  return ms < HOUR_MS ? 'within the last hour' : `${durationOf(ms)} ago`
}

function durationOf(ms: number): string {
  if (ms < HOUR_MS) return count(Math.max(1, Math.floor(ms / MINUTE_MS)), 'minute')
  if (ms < 2 * DAY_MS) return count(Math.floor(ms / HOUR_MS), 'hour')
  return count(Math.floor(ms / DAY_MS), 'day')
}

function count(value: number, noun: string): string {
  return `${value} ${noun}${value === 1 ? '' : 's'}`
}
