import { expect, test } from 'vitest'
import { slackEvent, type SlackMessage } from '@leadlight/testing/received-messages'
import { SLACK } from './slack.ts'

const TS = '1793550000.000100'
const AT = '2026-11-01T16:20:00.000Z'
const URL_1 = 'https://forum.example/1'
const SAID: SlackMessage = { type: 'message', text: `Which one? <${URL_1}>`, ts: TS }
const POST = { url: URL_1, text: 'Which one?', postedAt: AT }

function read(event: SlackMessage) {
  return SLACK.read({ kind: 'data', value: JSON.parse(slackEvent(event).body) as unknown })
}

test('what somebody or a program says is a post for each link, with what Slack shows of it left out', () => {
  const unfurled = { from_url: URL_1, title: 'A forum', title_link: URL_1, text: 'What the page says.' }
  expect(read(SAID)).toEqual([POST])
  expect(read({ ...SAID, attachments: [unfurled] })).toEqual([POST])
  for (const subtype of ['bot_message', 'file_share', 'me_message', 'thread_broadcast']) {
    expect(read({ ...SAID, subtype })).toEqual([POST])
  }
})

test('a link without words has those that Slack shows of it', () => {
  const unfurled = { from_url: URL_1, title: 'A forum', text: 'What the page says.', author_name: 'Rosa' }
  const alone = { ...SAID, text: `<${URL_1}>` }
  const shown = { url: URL_1, text: 'What the page says.', title: 'A forum', author: 'Rosa', postedAt: AT }
  expect(read({ ...alone, attachments: [unfurled] })).toMatchObject([shown])
  // They come later, as an edit.
  const edit = { type: 'message', subtype: 'message_changed', previous_message: alone }
  expect(read({ ...edit, message: { ...alone, attachments: [unfurled] } })).toMatchObject([shown])
  const said = { ...edit, previous_message: SAID }
  expect(read({ ...said, message: { ...SAID, attachments: [unfurled] } })).toEqual([])
})

test('blocks say what is shown, and the text is the same in short', () => {
  const blocks = [
    { type: 'section', text: { type: 'mrkdwn', text: `<${URL_1}|A question> Which one do you use?` } },
    { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [] }] },
  ]
  expect(read({ ...SAID, text: `New: <${URL_1}>`, blocks })).toEqual([
    { url: URL_1, text: 'A question Which one do you use?', postedAt: AT },
  ])
})

test('of a message that was edited what has changed is read', () => {
  const more = { ...SAID, text: `Which one?\n<${URL_1}>\n<https://forum.example/2> And which other?` }
  const edit = { type: 'message', subtype: 'message_changed', hidden: true, ts: '1793550001.000100' }
  const first = { ...SAID, text: `<${URL_1}> Which one?\n<https://forum.example/2>` }
  expect(read({ ...edit, message: { ...SAID, text: `Which of two? <${URL_1}>` }, previous_message: SAID })).toEqual([
    { ...POST, text: 'Which of two?' },
  ])
  const second = { ...first, text: `${first.text} And which other?` }
  expect(read({ ...edit, message: second, previous_message: first })).toEqual([
    { url: 'https://forum.example/2', text: 'And which other?', postedAt: AT },
  ])
  expect(read({ ...edit, message: more })).toHaveLength(2)
})

test.each<[string, SlackMessage]>([
  ['a message without a link', { type: 'message', text: 'Good morning', ts: TS }],
  ['who has joined', { ...SAID, subtype: 'channel_join' }],
  ['a new topic', { ...SAID, subtype: 'channel_topic' }],
  ['a deleted message', { type: 'message', subtype: 'message_deleted', previous_message: SAID }],
  [
    'an edit that leaves a tombstone',
    { type: 'message', subtype: 'message_changed', message: { ...SAID, subtype: 'tombstone' }, previous_message: SAID },
  ],
  ['an edit of nothing', { type: 'message', subtype: 'message_changed' }],
  ['a reaction', { type: 'reaction_added', text: `<${URL_1}>` }],
])('%s has no posts, and is Slack’s all the same', (_, event) => {
  expect(read(event)).toEqual([])
})

test('that Slack holds back messages is no post', () => {
  const value = { type: 'app_rate_limited', team_id: 'T0001', minute_rate_limited: 1_793_550_000, api_app_id: 'A0001' }
  expect(SLACK.read({ kind: 'data', value })).toEqual([])
})
