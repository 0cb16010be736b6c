import { expect, test } from 'vitest'
import { refusalOf } from '@leadlight/testing/doubles/slack/check-message'
import { HOSTILE_WORDS } from '@leadlight/testing/hostile-words'
import { steeringIn } from '@leadlight/testing/outward-faults'
import { withoutReordering } from '@leadlight/domain/directions'
import { inColumns } from '../lifecycle/operator/in-columns.ts'
import { formatLogLine } from '../platform/log-lines.ts'
import { terminalText } from '../platform/terminal-text.ts'
import { createLog } from '../platform/log.ts'
import type { SlackPost } from '../senders/slack.ts'
import type { DescribedLead } from '../workspace/leads/describe-leads.ts'
import { composeFoundPost } from './slack/compose-found-post.ts'
import { composeLeadPost } from './slack/compose-lead-post.ts'
import { composeStatusPost } from './slack/compose-status-post.ts'
import { composeBody, describeLead } from './webhooks/compose-body.ts'

const AT = new Date('2026-11-20T09:00:00Z')
const HOME = 'https://leads.example'
const MESSAGE_BYTES_MAX = 20_000
const OWN_LINK = /<https:\/\/leads\.example\/projects\/p\/posts\/l\|([^<>]*)>/g

function leadOf(words: string): DescribedLead {
  // As a channel gives it.
  const said = withoutReordering(words)
  return {
    id: 'l',
    url: `https://x.example/${encodeURIComponent(words)}`,
    platform: said,
    community: said,
    author: said,
    authorUrl: null,
    title: said,
    text: `${said}\n${said.repeat(40)}`,
    score: 90,
    status: said,
    matches: [{ signalId: 's', signal: said, score: 90, reason: said, evidence: [{ kind: 'for', quote: said }] }],
    isRead: false,
    isStarred: false,
    isDeleted: false,
    postedAt: AT,
    collectedAt: AT,
  }
}

/** What in a message is not of its own making. */
function faultsOf({ text, blocks }: SlackPost): string[] {
  const refusal = refusalOf(text, blocks)
  const faults = refusal === undefined ? faultsOfText(text) : [refusal]
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('url' in node && !/^(?:leads|x)\.example$/.test(new URL(String(node.url)).host)) faults.push(String(node.url))
    if ('type' in node && 'text' in node && typeof node.text === 'string') {
      if (node.type === 'mrkdwn')
        faults.push(...faultsOfText(node.text), ...('verbatim' in node ? [] : ['not verbatim']))
      else faults.push(...steeringIn(node.text))
    }
    for (const part of Object.values(node)) walk(part)
  }
  walk(blocks)
  return faults
}

/** A link elsewhere than to the lead, a sign that could begin another, a control. */
function faultsOfText(text: string): string[] {
  const rest = text.replaceAll(OWN_LINK, '$1').replaceAll(/^>/gm, '')
  return [...(rest.match(/[<>]/g) ?? []), ...steeringIn(text)]
}

test('Slack is told strangers’ words without a link, a mention or a command of theirs, in messages it takes', () => {
  for (const words of HOSTILE_WORDS) {
    const lead = leadOf(words)
    const statuses = [{ id: 's1', name: withoutReordering(words) }]
    const place = { publicUrl: HOME, projectId: 'p', messageId: 'm' }
    const together = { found: 3, signalIds: ['s'], best: [], last: AT.toISOString() }
    for (const post of [
      composeLeadPost({ ...place, leadId: 'l', lead, statuses }),
      composeFoundPost({ ...place, together, count: 3, best: [lead, lead, lead] }),
      composeStatusPost({ ...place, entered: { s1: 12 }, statuses }),
    ]) {
      expect([words, faultsOf(post)]).toEqual([words, []])
    }
  }
})

test('a webhook is sent strangers’ words as JSON of a size that receivers take, without a bare control', () => {
  for (const words of HOSTILE_WORDS) {
    const data = { lead: describeLead(HOME, 'p', leadOf(words)) }
    const body = composeBody({ event: 'lead.created', at: AT, data })
    expect(JSON.parse(body)).toMatchObject({ data: { lead: { title: withoutReordering(words) } } })
    expect([words, steeringIn(body), Buffer.byteLength(body) < MESSAGE_BYTES_MAX]).toEqual([words, [], true])
  }
})

test('strangers’ words in the log take one line, and steer no terminal', () => {
  for (const words of HOSTILE_WORDS) {
    const written: string[] = []
    const log = createLog('info', { to: { write: (line) => written.push(line) } })
    log.warn({ said: words, err: new Error(words) }, 'a post was not taken')
    expect(written.map((line) => line.trimEnd().split('\n').length)).toEqual([1])
    const [line, ...stack] = formatLogLine(written[0] ?? '')
      .trimEnd()
      .split('\n')
    const steering = [line, ...stack].flatMap((each) => steeringIn(each ?? ''))
    expect([words, steering]).toEqual([words, []])
    expect(stack.filter((each) => !each.startsWith('  '))).toEqual([])
  }
})

test('an operator’s table has a line for each row, and what a command prints steers no terminal', () => {
  for (const words of HOSTILE_WORDS) {
    const rows = [
      ['1', words],
      ['2', 'ada'],
    ]
    const printed = inColumns(['id', 'name'], rows)
    expect(printed).toHaveLength(3)
    expect([words, printed.filter((row) => row.includes('\n')), printed.flatMap(steeringIn)]).toEqual([words, [], []])
    expect(steeringIn(terminalText(words))).toEqual([])
  }
})
