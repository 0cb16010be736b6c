import { expect, test } from 'vitest'
import { readQuestion, type Question } from './read-question.ts'

const fact = (name: string) => ({ kind: 'fact', fact: name })
const words = (...phrases: string[]) => ({ kind: 'words', phrases })
const none = { kind: 'none' }

test.each<[string, object]>([
  ['Which language is the post in?', fact('language')],
  ['What language is this written in', fact('language')],
  ['Language', fact('language')],
  ['Language of the post', fact('language')],
  ['What programming language do they use?', none],
  ['What languages does the company support?', none],
  ['Which e-mail address is mentioned?', fact('email')],
  ['E-mail address', fact('email')],
  ['What email tool do they use?', none],
  ['Extract all links in the post', fact('link')],
  ['Which price is mentioned?', fact('price')],
  ['What is their budget?', fact('budget')],
  ['How large is their budget compared to others?', none],
  ['Which dates does the post mention?', fact('date')],
  ['Which tool do they use?', fact('tool')],
  ['What tools do they currently use?', fact('tool')],
  ['Which tool should they use?', none],
  ['What software do they hate?', none],
  ['Phone number', fact('phone')],
  ['Which numbers are mentioned?', fact('number')],
  ['Summarise the post', none],
  ['What is the author’s job?', none],
  ['Where are they based?', none],
])('the text question “%s” is read as %o', (prompt, question) => {
  expect(readQuestion(prompt, 'text')).toEqual(question)
})

test.each<[string, object]>([
  ['Does the post contain a link?', fact('link')],
  ['Mentions a price', fact('price')],
  ['Is there an e-mail address in the post?', fact('email')],
  ['Is the post in German?', { kind: 'language_is', language: 'German' }],
  ['Is it written in english', { kind: 'language_is', language: 'English' }],
  ['Mentions QuickBooks', words('QuickBooks')],
  ['Does the post mention QuickBooks or Xero?', words('QuickBooks', 'Xero')],
  ['Does the author mention the word "urgent"?', words('urgent')],
  ['Mentions invoicing software', words('invoicing software')],
  ['Mentions a competitor', none],
  ['Mentions their location', none],
  ['Mentions how many people they are', none],
  ['Is the author asking for a recommendation?', { kind: 'intent', statement: 'People asking for a recommendation' }],
  ['Is the author frustrated with QuickBooks?', { kind: 'intent', statement: 'People frustrated with QuickBooks' }],
  [
    'Do they want to switch from QuickBooks?',
    { kind: 'intent', statement: 'People who want to switch from QuickBooks' },
  ],
  [
    'People looking for an alternative to Xero',
    { kind: 'intent', statement: 'People looking for an alternative to Xero' },
  ],
  ['Is the author a woman?', none],
  ['Is the author from Berlin?', none],
  ['Is it about cats?', none],
  ['Is the company larger than 50 people?', none],
  ['Would they pay more than 100 dollars?', none],
])('the yes-or-no question “%s” is read as %o', (prompt, question) => {
  expect(readQuestion(prompt, 'boolean')).toEqual(question as Question)
})
