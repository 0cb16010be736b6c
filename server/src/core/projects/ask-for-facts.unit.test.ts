import { expect, test } from 'vitest'
import { askForFacts } from './ask-for-facts.ts'
import { readBusinessFacts } from './business/business-facts.ts'

function factsOf(text: string) {
  return readBusinessFacts({ name: 'Acme', passages: [{ source: 'description', text }] })
}

const asked = async (text: string) => askForFacts(await factsOf(text)).map(({ about }) => about)

test.each([
  { says: 'We are passionate about what we do.', about: ['offer', 'buyers'] },
  { says: 'Acme is appointment scheduling software.', about: ['buyers', 'rivals'] },
  { says: 'Acme is appointment scheduling software for dental clinics.', about: ['rivals'] },
  { says: 'Acme is scheduling software for clinics. Unlike Dentally, it is quick.', about: [] },
  { says: 'We are electricians.', about: ['buyers', 'area'] },
  { says: 'Electricians in Leeds.', about: [] },
  { says: 'We sell leather wallets.', about: [] },
])('a business that says "$says" is asked for $about', async ({ says, about }) => {
  expect(await asked(says)).toEqual(about)
})

test.each([
  { says: 'We are passionate about what we do.', answer: 'staff rota software', about: 'offer' },
  { says: 'Acme is appointment scheduling software.', answer: 'dental clinics', about: 'buyers' },
  { says: 'Acme is appointment scheduling software.', answer: 'anyone who runs a practice', about: 'buyers' },
  { says: 'We are electricians.', answer: 'Leeds and York', about: 'area' },
  { says: 'Acme is appointment scheduling software for clinics.', answer: 'Dentally or Cliniko', about: 'rivals' },
])('the answer "$answer" is understood, and $about is not asked for again', async ({ says, answer, about }) => {
  const question = askForFacts(await factsOf(says)).find((one) => one.about === about)
  expect(question).toBeDefined()
  expect(await asked(`${says} ${question?.answer_begins} ${answer}.`)).not.toContain(about)
})

test('every answer to choose is understood', async () => {
  for (const says of ['Acme is appointment scheduling software.', 'We are electricians.']) {
    for (const { about, choices } of askForFacts(await factsOf(says)))
      for (const { answer } of choices) expect(await asked(`${says} ${answer}`)).not.toContain(about)
  }
})
