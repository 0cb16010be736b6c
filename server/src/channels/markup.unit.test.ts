import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHackerNewsHtml } from '@leadlight/testing/doubles/hacker-news-items'
import { processorMs } from '@leadlight/engine/testing/processor-time'
import { findFeedLinks } from './feed-links.ts'
import { decodeEntities, htmlToText } from './markup.ts'

test.each([
  ['one<p>two<p>three', 'one\n\ntwo\n\nthree'],
  ['<p>one</p>\n\n<p>two\nlines</p>', 'one\n\ntwo lines'],
  ['a<br>b<br/>c', 'a\nb\nc'],
  ['<ul><li>one</li><li>two</li></ul>after', 'one\ntwo\n\nafter'],
  ['it&#x27;s &lt;b&gt; &amp;amp; &quot;x&quot;', `it's <b> &amp; "x"`],
  ['<p>run:<pre><code>a {\n  b\n}</code></pre>done', 'run:\n\na {\n  b\n}\n\ndone'],
  ['see <a href="https://example.com/a">the page</a>.', 'see the page.'],
  [
    '<a href="https:&#x2F;&#x2F;example.com&#x2F;a-very-long-path">https:&#x2F;&#x2F;example.com&#x2F;a-ve...</a>',
    'https://example.com/a-very-long-path',
  ],
  ['<a href="/x"><h2>Title</h2><p>and text</p></a>', 'Title\n\nand text'],
  ['<i>so</i>so, <b>not</b> so', 'soso, not so'],
  ['x<script>alert(1)</script><style>p{}</style>y', 'xy'],
  ['<blockquote>said</blockquote>no', 'said\n\nno'],
  ['a < b and c > d', 'a < b and c > d'],
  ['  \n ', ''],
  ['', ''],
  ['tab\tand\u00a0space\u0000', 'tab and\u00a0space'],
])('%j reads %j', (html, text) => {
  expect(htmlToText(html)).toBe(text)
})

test.each([
  ['AT&amp;T &lt;div&gt; isn&#39;t', "AT&T <div> isn't"],
  ['R&D, Q&A & co', 'R&D, Q&A & co'],
  ['&amp;lt;', '&lt;'],
  ['<b>bold</b>', '<b>bold</b>'],
])('the title %j reads %j', (escaped, text) => {
  expect(decodeEntities(escaped)).toBe(text)
})

test('what Hacker News makes of a text is read back as that text', () => {
  const line = fc.string({
    unit: fc.constantFrom('a', 'b', '<', '>', '&', '&amp;', "'", '"', '/', ' ', '<p>', 'ö', '😀'),
    maxLength: 20,
  })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 5 }), (lines) => {
      const text = lines
        .map((each) => each.trim().replace(/ +/g, ' '))
        .filter(Boolean)
        .join('\n\n')
      expect(htmlToText(toHackerNewsHtml(text))).toBe(text)
    }),
  )
})

test('a megabyte of endless nesting is read in no time', async () => {
  const html = `first${'<div>'.repeat(200_000)}`
  expect(await processorMs(() => expect(htmlToText(html)).toBe('first'))).toBeLessThan(1_000)
})

test('the feeds of a page are found, relative ones against its base', async () => {
  const html = `<head><base href="/blog/"><link rel="alternate" type="application/rss+xml" title=" News " href="feed.xml">
    <link rel="ALTERNATE home" type="application/atom+xml" href="https://other.example/atom"><link rel="alternate" hreflang="de" href="/de">
    <link rel=alternate type="application/rss+xml" href="javascript:alert(1)"><link rel="alternate" type="application/rss+xml" href="feed.xml">`
  expect(await findFeedLinks(html, 'https://example.com/x')).toEqual([
    { title: 'News', url: 'https://example.com/blog/feed.xml' },
    { title: null, url: 'https://other.example/atom' },
  ])
})
