import { expect, test } from 'vitest'
import { takePosts } from './take-posts.ts'

const POST = { url: 'https://a.example/1', text: 'Which one?' }
const FROM = { sender: 'JSON', sendsAll: false, publicUrl: 'https://leads.example.com/a' }

test('words beyond ten thousand characters are cut off, and never through a character', () => {
  const { posts, shortened } = takePosts([{ ...POST, text: `${'a'.repeat(9_999)}😀 and more` }, POST], FROM)
  expect(posts.map(({ text }) => text.length)).toEqual([9_999, 10])
  expect(shortened).toBe(1)
})

test('what cannot be judged is left out with the reason, and the others are taken', () => {
  const wrong = [
    { ...POST, url: 'ftp://a.example' },
    { ...POST, url: 'javascript:alert(1)' },
    { ...POST, url: `https://a.example/${'a'.repeat(2_000)}` },
    { ...POST, url: '' },
    { ...POST, text: ' \n ' },
    { ...POST, url: 'https://LEADS.example.com/a/projects/1/posts/2' },
  ]
  const beside = { ...POST, url: 'https://leads.example.com/another' }
  const { posts, leftOut } = takePosts([...wrong, POST, beside], FROM)
  const noAddress = 'It has no web address that begins with https:// or http://.'
  expect(posts).toEqual([POST, beside])
  expect(leftOut).toEqual([
    ...[0, 1, 2, 3].map((index) => ({ index, why: noAddress })),
    { index: 4, why: 'It has no words.' },
    { index: 5, why: 'It is a page of Leadlight itself.' },
  ])
})

test('a title stands for words that are missing', () => {
  expect(takePosts([{ ...POST, text: '', title: 'Which?' }], FROM).posts).toEqual([{ url: POST.url, text: 'Which?' }])
})

test('control characters, line breaks in names and halves of characters are no trouble', () => {
  const found = {
    ...POST,
    text: 'One\0two\u0007\r\nthree \uD800',
    title: 'A title\r\nBcc: everybody@example.org\u202E',
    author: 'Rosa\nLind',
    authorUrl: 'javascript:alert(1)',
    postedAt: 'yesterday',
  }
  expect(takePosts([found], FROM).posts).toEqual([
    { ...POST, text: 'Onetwo\nthree \uFFFD', title: 'A title Bcc: everybody@example.org', author: 'Rosa Lind' },
  ])
})

test.each([
  ['2026-11-01T10:00:00+02:00', '2026-11-01T08:00:00.000Z'],
  ['Sun, 01 Nov 2026 16:20:00 +0000', '2026-11-01T16:20:00.000Z'],
  ['0001-01-01T00:00:00Z', undefined],
  ['', undefined],
])('it was written %s', (postedAt, posted_at) => {
  expect(takePosts([{ ...POST, postedAt }], FROM).posts).toEqual([{ ...POST, ...(posted_at && { posted_at }) }])
})

test('a message with nothing to take, and one with too many posts, are refused in a sentence', () => {
  expect(() => takePosts([], { ...FROM, sender: 'F5Bot' })).toThrow(
    'Nothing of this message of F5Bot could be taken. There is no post in it.',
  )
  const many = Array.from({ length: 1_001 }, () => POST)
  expect(() => takePosts(many, FROM)).toThrow('Send at most 1,000 posts at once. None of these 1,001 was taken.')
  expect(takePosts(many.slice(1), FROM).posts).toHaveLength(1_000)
})

test('a message of somebody who sends all that is said may have nothing to take', () => {
  expect(takePosts([], { ...FROM, sendsAll: true })).toEqual({ posts: [], leftOut: [], shortened: 0 })
})
