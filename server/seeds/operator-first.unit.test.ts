import { expect, test } from 'vitest'
import { operatorFirst } from './operator-first.ts'

const GROUPS = [
  { HOST: '127.0.0.1' },
  { HACKER_NEWS_API_URL: 'http://127.0.0.1:1/search', HACKER_NEWS_ITEMS_URL: 'http://127.0.0.1:1/items' },
]

test.each([
  { says: 'an open environment takes all', operators: {}, added: { ...GROUPS[0], ...GROUPS[1] } },
  { says: 'an empty variable is open', operators: { HOST: ' ' }, added: { ...GROUPS[0], ...GROUPS[1] } },
  { says: 'what the operator set stays', operators: { HOST: '0.0.0.0' }, added: { ...GROUPS[1] } },
  {
    says: 'items are not looked up elsewhere than they are searched',
    operators: { HACKER_NEWS_API_URL: 'https://hn.example/v1' },
    added: { ...GROUPS[0] },
  },
  {
    says: 'what concerns no group stays',
    operators: { OUTBOUND_ALLOW: '10.0.0.9:80', SMTP_URL: 'smtp://mail.example', AI_PROVIDER: 'openai' },
    added: { ...GROUPS[0], ...GROUPS[1] },
  },
])('$says', ({ operators, added }) => {
  expect(operatorFirst(operators, GROUPS)).toEqual({ ...operators, ...added })
})
