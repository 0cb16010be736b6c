/** A post as other tools tell of it. */
export interface SentPost {
  url: string
  title: string
  text: string
  author: string
}

/** What one of them sends. */
export interface SentBody {
  contentType: string
  body: string
}

const AT = '2026-11-01T16:20:00Z'

/** A mail of F5Bot: HTML and the same as plain text. */
export function f5botMail(posts: readonly SentPost[]): SentBody {
  const link = (url: string) => `https://f5bot.com/url?u=${encodeURIComponent(url)}&i=1234&h=abcdef`
  const html = posts.map(
    ({ url, title, text, author }) =>
      `<p style='margin-left:10px'>  Reddit Comments (/r/smallbusiness/): <a href='${link(url)}'>${title}</a> by ${author}<br>
<span style='font-family: monospace'>${text}</span></p>`,
  )
  const text = posts.map(
    (post) => `  Reddit Comments (/r/smallbusiness/): '${post.title}' by ${post.author}
    ${link(post.url)}
    ${post.text}
`,
  )
  return mail({
    from: 'F5Bot <admin@f5bot.com>',
    subject: 'F5Bot found something: bookkeeping',
    text: `F5Bot found the following:\n\nKeyword: "bookkeeping"\n${text.join('\n')}\nDo you have comments or suggestions?`,
    html: `<h2>Keyword: "bookkeeping"</h2>${html.join('\n')}<p>Do you have <a href="https://f5bot.com/contact">comments or suggestions</a>?</p>`,
  })
}

/** A mail of Google Alerts, which has HTML in base64. */
export function googleAlertsMail(posts: readonly SentPost[]): SentBody {
  const link = (url: string) =>
    `https://www.google.com/url?rct=j&amp;sa=t&amp;url=${encodeURIComponent(url)}&amp;ct=ga&amp;cd=CAEY&amp;usg=AOv`
  const results = posts.map(
    ({ url, title, text }) => `<tr itemscope itemtype="http://schema.org/Article"><td>
      <a href="${link(url)}" itemprop="url"><span itemprop="name">${title}</span></a>
      <div><div itemprop="publisher"><a><span itemprop="name">A forum</span></a></div>
      <div itemprop="description">${text}</div></div>
      <table><tr><td><a href="https://www.google.com/alerts/share?hl=en">Facebook</a></td>
      <td><a href="https://www.google.com/alerts/feedback?ffu=${encodeURIComponent(url)}">Flag as irrelevant</a></td></tr></table></td></tr>`,
  )
  return mail({
    from: 'Google Alerts <googlealerts-noreply@google.com>',
    subject: 'Google Alert - bookkeeping software',
    text: '',
    html: `<html><head><style>td { color: #000 }</style></head><body><table>${results.join('\n')}
      <tr><td><a href="https://www.google.com/alerts?s=1">See more results</a> | <a href="https://www.google.com/alerts/edit">Edit this alert</a></td></tr></table>
      <script data-scope="inboxmarkup" type="application/json">{"api_version": "1.0"}</script></body></html>`,
  })
}

/** Octolens sends each mention alone. */
export function octolensBody({ url, title, text, author }: SentPost): SentBody {
  return json({
    action: 'mention_created',
    data: {
      title,
      body: text,
      url,
      timestamp: '2026-11-01 16:20:00.000',
      imageUrl: '',
      author,
      authorName: author,
      authorUrl: `https://www.reddit.com/user/${author}`,
      source: 'reddit',
      sourceId: 'reddit_t3_1abc234',
      relevance: 'relevant',
      keywords: [{ id: 42, keyword: 'bookkeeping' }],
    },
  })
}

/** Syften’s webhook sends a list. */
export function syftenBody(posts: readonly SentPost[]): SentBody {
  return json(
    posts.map(({ url, title, text, author }) => ({
      backend: 'Reddit',
      backend_sub: 'r/smallbusiness',
      type: 'post',
      icon_url: 'https://example.org/icon.png',
      timestamp: AT,
      item_url: url,
      author,
      text,
      title,
      title_type: 0,
      meta: {},
      lang: 'en',
      filter: 'bookkeeping lang:en',
    })),
  )
}

/** An outgoing webhook of Slack sends each message alone, as a form. */
export function slackBody({ url, title, text }: SentPost): SentBody {
  const fields = new URLSearchParams({
    token: 'XXXXXXXXXXXXXXXXXXXXXXXX',
    team_id: 'T0001',
    team_domain: 'example',
    channel_id: 'C2147483705',
    channel_name: 'mentions',
    timestamp: '1793550000.000005',
    user_id: 'USLACKBOT',
    user_name: 'alerts',
    text: `<${url.replaceAll('&', '&amp;')}|${title}>\n${text.replaceAll('&', '&amp;')}`,
  })
  return { contentType: 'application/x-www-form-urlencoded', body: fields.toString() }
}

/** A message in an event of Slack’s API, or an event of another kind. */
export type SlackMessage = Readonly<Record<string, unknown>>

/** Slack’s Events API sends each event alone, with whose it is. */
export function slackEvent(event: SlackMessage): SentBody {
  return json({
    token: 'XXXXXXXXXXXXXXXXXXXXXXXX',
    team_id: 'T0001',
    api_app_id: 'A0001',
    event: { channel: 'C2147483705', channel_type: 'channel', event_ts: '1793550000.000100', ...event },
    type: 'event_callback',
    event_id: 'Ev0001',
    event_time: 1_793_550_000,
    authorizations: [{ enterprise_id: null, team_id: 'T0001', user_id: 'U0001', is_bot: true }],
  })
}

export function json(value: unknown): SentBody {
  return { contentType: 'application/json', body: JSON.stringify(value) }
}

/** A raw mail with a plain part and an HTML part. */
export function mail({
  from,
  subject,
  text,
  html,
}: {
  from: string
  subject: string
  text: string
  html: string
}): SentBody {
  const base64 = Buffer.from(html)
    .toString('base64')
    .replaceAll(/.{1,76}/gu, '$&\r\n')
  const lines = [
    'Return-Path: <bounce@example.org>',
    `From: ${from}`,
    'To: finds@leads.example.com',
    `Subject: ${subject}`,
    'Date: Sun, 01 Nov 2026 16:20:00 +0000',
    'Message-ID: <1@example.org>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="part"',
    '',
    ...(text === '' ? [] : ['--part', 'Content-Type: text/plain; charset=utf-8', '', text]),
    '--part',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    base64,
    '--part--',
    '',
  ]
  return { contentType: 'message/rfc822', body: lines.join('\r\n') }
}
