import { expect, test } from 'vitest'
import { readTitle } from './job-titles.ts'

test.each([
  ['Senior Backend Engineer @ Acme', 'Senior Backend Engineer', 'senior', 'Acme'],
  ['Staff Software Engineer at Papercrane Labs. Cyclist.', 'Staff Software Engineer', 'lead', 'Papercrane Labs'],
  ['I am a data scientist at Oxbow', 'data scientist', 'mid', 'Oxbow'],
  ['Co-founder & CEO @nordwind', 'Co-founder & CEO', 'founder', 'nordwind'],
  ['CTO at Moonrake | dad | climber', 'CTO', 'executive', 'Moonrake'],
  ['Engineering manager', 'Engineering manager', 'manager', null],
  ['Head of Growth @ Thistle', 'Head of Growth', 'director', 'Thistle'],
  ['VP of Engineering, previously Stripe', 'VP of Engineering', 'vp', null],
  ['Junior developer', 'Junior developer', 'junior', null],
  ['Coffee first.\nFreelance designer', 'Freelance designer', 'mid', null],
  ['Technical writer at the intersection of law and code', 'Technical writer', 'mid', null],
  ['Founding engineer at Fernhill', 'Founding engineer', 'mid', 'Fernhill'],
])('%s', (words, title, seniority, company) => {
  expect(readTitle(words)).toEqual({ title, seniority, company })
})

test.each([
  'Former engineer, now a baker',
  'Looking for a designer',
  'I like rust and coffee',
  'We write about engineering and management every week',
  'married to a developer',
  'Was CTO at Acme until 2021',
  '2012–2018: Engineer at Acme',
  '',
])('%s is no title', (words) => {
  expect(readTitle(words)).toBeUndefined()
})
