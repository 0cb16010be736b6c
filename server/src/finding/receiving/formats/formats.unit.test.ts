import { describe, expect, test } from 'vitest'
import {
  f5botMail,
  googleAlertsMail,
  json,
  mail,
  octolensBody,
  slackBody,
  syftenBody,
  type SentBody,
} from '@leadlight/testing/received-messages'
import { asMail, readMessage } from '../read-message.ts'
import { understand } from './formats.ts'

const POSTS = [1, 2].map((number) => ({
  url: `https://www.reddit.com/r/smallbusiness/comments/${number}/which?a=1&b=2`,
  title: `Which bookkeeping software, ${number}?`,
  text: `I am drowning in receipts. What do freelancers use & like (${number})?`,
  author: `rosa_${number}`,
}))
const [FIRST = { url: '', title: '', text: '', author: '' }] = POSTS

async function read({ contentType, body }: SentBody) {
  const bytes = new Uint8Array(Buffer.from(body))
  const understood = understand(await asMail(await readMessage({ bytes, contentType })))
  return understood && { sender: understood.sender, posts: understood.posts }
}

describe('each sender’s own shape', () => {
  test('a mail of F5Bot tells the title, the author and the words of each, at its own address', async () => {
    expect(await read(f5botMail(POSTS))).toEqual({
      sender: 'F5Bot',
      posts: POSTS.map((post) => ({ ...post, postedAt: '2026-11-01T16:20:00.000Z' })),
    })
  })

  test('a mail of F5Bot in plain text tells the same', async () => {
    const whole = f5botMail(POSTS).body
    const text = /--part\r\nContent-Type: text\/plain[^\n]*\r\n\r\n([^]*?)\r\n--part/u.exec(whole)?.[1] ?? ''
    const plain = `From: admin@f5bot.com\r\nSubject: F5Bot found something\r\nContent-Type: text/plain\r\n\r\n${text}`
    const found = await read({ contentType: 'text/plain', body: plain })
    expect(found).toMatchObject({ sender: 'F5Bot', posts: POSTS })
  })

  test('a mail of Google Alerts tells titles and snippets, without publishers, buttons and scripts', async () => {
    expect(await read(googleAlertsMail(POSTS))).toEqual({
      sender: 'Google Alerts',
      posts: POSTS.map(({ url, title, text }) => ({ url, title, text, postedAt: '2026-11-01T16:20:00.000Z' })),
    })
  })

  test('a mail of Google Alerts in plain text has its words before each address', async () => {
    const text = `=== Web - 2 new results for [bookkeeping] ===\n\nWhich bookkeeping software?\nI am drowning in\nreceipts.\n<https://www.google.com/url?rct=j&sa=t&url=https://a.example/1&ct=ga>\n\nAnother\n<https://www.google.com/url?rct=j&sa=t&url=https://a.example/2&ct=ga>\n\n- - - - - - - -\nUnsubscribe: <https://www.google.com/alerts/remove>`
    const body = `From: googlealerts-noreply@google.com\r\nSubject: Google Alert\r\n\r\n${text}`
    expect((await read({ contentType: 'text/plain', body }))?.posts).toMatchObject([
      { url: 'https://a.example/1', title: 'Which bookkeeping software?', text: 'I am drowning in\nreceipts.' },
      { url: 'https://a.example/2', title: 'Another', text: 'Another' },
    ])
  })

  test('a feed of Google Alerts is understood as its mails are', async () => {
    const body = `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>Google Alert - x</title><entry><title type="html">Which &lt;b&gt;software&lt;/b&gt;?</title><link href="https://www.google.com/url?rct=j&amp;sa=t&amp;url=https://a.example/1&amp;ct=ga"></link><published>2026-11-01T16:20:00Z</published><content type="html">I am drowning in &lt;b&gt;receipts&lt;/b&gt;&amp;nbsp;...</content></entry></feed>`
    expect(await read({ contentType: 'application/atom+xml', body })).toEqual({
      sender: 'Google Alerts',
      posts: [
        {
          url: 'https://a.example/1',
          title: 'Which software?',
          text: 'I am drowning in receipts ...',
          postedAt: '2026-11-01T16:20:00Z',
        },
      ],
    })
  })

  test('Octolens sends one mention a call, its time in UTC', async () => {
    expect(await read(octolensBody(FIRST))).toEqual({
      sender: 'Octolens',
      posts: [{ ...FIRST, authorUrl: 'https://www.reddit.com/user/rosa_1', postedAt: '2026-11-01T16:20:00.000Z' }],
    })
  })

  test('Syften sends a list, by its API with what was matched, and by mail', async () => {
    const posts = POSTS.map((post) => ({ ...post, postedAt: '2026-11-01T16:20:00Z' }))
    expect(await read(syftenBody(POSTS))).toEqual({ sender: 'Syften', posts })
    const items = JSON.parse(syftenBody(POSTS).body) as object[]
    expect(await read(json(items.map((item) => ({ id: '1', item, filter: 'x' }))))).toEqual({ sender: 'Syften', posts })
    const html = POSTS.map(({ url, title, text }) => {
      return `<div><a href="${url.replaceAll('&', '&amp;')}">${title}</a><p>${text.replaceAll('&', '&amp;')}</p><a href="https://syften.com/filters">Edit</a></div>`
    })
    const letter = mail({ from: 'alerts@syften.com', subject: 'New matches', text: '', html: html.join('') })
    expect((await read(letter))?.posts).toMatchObject(POSTS.map(({ url, title, text }) => ({ url, title, text })))
  })

  test('a message of Slack has one post for a link, with its words', async () => {
    const { url, title, text } = FIRST
    expect(await read(slackBody(FIRST))).toEqual({
      sender: 'Slack',
      posts: [{ url, text: `${title}\n${text}`, postedAt: '2026-11-01T16:20:00.000Z' }],
    })
  })

  test('a message of Slack has a post for each attachment that links somewhere, or for each link in its text', async () => {
    const attachments = POSTS.map(({ url, title, text, author }) => {
      return { title, title_link: url, text, author_name: author, ts: 1_793_550_000 }
    })
    expect((await read(json({ text: '2 new mentions', attachments })))?.posts).toMatchObject(POSTS)
    const text = POSTS.map((post) => `<${post.url}|${post.title}> ${post.text}`).join('\n')
    const event = { type: 'event_callback', event: { type: 'message', text, ts: '1793550000.000100' } }
    expect((await read(json(event)))?.posts).toMatchObject(
      POSTS.map(({ url, title, text: words }) => ({ url, title, text: words })),
    )
  })
})

describe('anybody’s own JSON', () => {
  const own = { url: 'https://a.example/1', text: 'Which one?', title: 'T', author: 'Rosa', posted_at: '2026-11-01' }
  test.each([
    ['one', own],
    ['a list', [own]],
    ['a list by name', { items: [own] }],
    ['other names', { link: own.url, description: own.text, title: 'T', author: { name: 'Rosa' }, date: '2026-11-01' }],
  ])('%s', async (_, value) => {
    expect(await read(json(value))).toMatchObject({
      sender: 'JSON',
      posts: [{ url: own.url, text: own.text, title: 'T', author: 'Rosa', postedAt: '2026-11-01' }],
    })
  })

  test('HTML is read as text, without its scripts', async () => {
    const text = '<p>Which one?</p><script>alert(1)</script><style>p {}</style><p>I <b>need</b> it.</p>'
    expect((await read(json({ ...own, text })))?.posts).toMatchObject([{ text: 'Which one?\nI need it.' }])
    const code = 'How do I centre a <div> in a list?'
    expect((await read(json({ ...own, text: code })))?.posts).toMatchObject([{ text: code }])
  })
})

test.each([
  ['an object of something else', json({ hello: 'world' })],
  ['a list of texts', json(['https://a.example/1'])],
  ['a number', json(3)],
  ['an empty list', json([])],
  ['a mail of somebody else', mail({ from: 'bob@example.org', subject: 'Hi', text: 'Hello', html: '<p>Hello</p>' })],
  ['a page', { contentType: 'text/html', body: '<p>Hello <a href="https://a.example/">there</a></p>' }],
])('%s is nobody’s', async (_, body) => {
  expect(await read(body)).toBeUndefined()
})

test('a mail that a service passes on in fields is read as the mail', async () => {
  const { html } = {
    html: `<p>Reddit Posts (/r/x/): <a href='https://f5bot.com/url?u=https%3A%2F%2Fa.example%2F1'>T</a> by rosa<br><span>Which one?</span></p>`,
  }
  const postmark = { From: 'admin@f5bot.com', Subject: 'F5Bot found something', HtmlBody: html, TextBody: '' }
  const form = new URLSearchParams({ from: 'F5Bot <admin@f5bot.com>', subject: 'F5Bot', 'body-html': html })
  const raw = new URLSearchParams({ 'body-mime': f5botMail(POSTS).body })
  const expected = {
    sender: 'F5Bot',
    posts: [{ url: 'https://a.example/1', title: 'T', author: 'rosa', text: 'Which one?' }],
  }
  expect(await read(json(postmark))).toMatchObject(expected)
  expect(await read({ contentType: 'application/x-www-form-urlencoded', body: form.toString() })).toMatchObject(
    expected,
  )
  expect(await read({ contentType: 'application/x-www-form-urlencoded', body: raw.toString() })).toMatchObject({
    posts: POSTS,
  })
})

test('a mail that somebody passes on is read as the mail in it', async () => {
  const { body } = f5botMail(POSTS)
  const passedOn = `From: bob@example.org\r\nSubject: Fwd\r\nContent-Type: multipart/mixed; boundary=outer\r\n\r\n--outer\r\nContent-Type: text/plain\r\n\r\nSee below\r\n--outer\r\nContent-Type: message/rfc822\r\n\r\n${body}\r\n--outer--\r\n`
  expect((await read({ contentType: 'message/rfc822', body: passedOn }))?.posts).toMatchObject(POSTS)
})

test('a mail of brackets without end is read about as fast as one of letters', () => {
  const timed = (character: string) => {
    const text = `https://f5bot.com/url?u=x\n${`a${character.repeat(2_990)}\n`.repeat(19)}`
    const message = { kind: 'mail', mail: { from: 'admin@f5bot.com', subject: '', date: undefined, html: '', text } } as const // oxfmt-ignore
    const begun = performance.now()
    for (let time = 0; time < 5; time += 1) understand(message)
    return performance.now() - begun
  }
  timed('a')
  // Where each bracket is tried with all that follows it, it takes thousands of times as long.
  expect(timed('(')).toBeLessThan(50 * timed('a') + 500)
})
