import { expect, test } from 'vitest'
import { readAuthor, readPost } from './read-post.ts'

test.each([
  { url: 'https://www.reddit.com/r/pens/comments/1?utm_source=x', text: 'Which?', author: 'u/Rosa\u202E' },
  { url: 'https://forum.example/1', text: 'Which?', author: 'Rosa', author_url: 'https://forum.example/u/Rosa?utm_medium=y#z' }, // oxfmt-ignore
  { url: 'https://forum.example:8443/1', text: 'Which?' },
  { url: `https://${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example/1`, text: 'Which?', author: 'x'.repeat(200) }, // oxfmt-ignore
])('who wrote $url is read without its words as with them', (brought) => {
  const { platform, author, community } = readPost(brought, { projectId: 'p', id: 'i', now: new Date() }).post
  expect(readAuthor(brought)).toEqual({ platform, author, community })
})
