import { expect, test } from 'vitest'
import { readBusinessFacts } from './business/business-facts.ts'
import { isFitProposal } from './check-proposal.ts'

const clinicsTool = await factsOf(
  'Bookwell',
  'Bookwell is appointment scheduling software for dental clinics. Patients book online and guests are reminded.',
)
const photographer = await factsOf('Isla Marchbanks', 'I am a wedding photographer in Edinburgh for couples.')
const agencyForAgencies = await factsOf('Whitelabel', 'We are a web design agency for marketing agencies.')

function factsOf(name: string, text: string) {
  return readBusinessFacts({ name, passages: [{ source: 'description', text }] })
}

test.each([
  { wording: 'Dental clinics asking which appointment scheduling software to use', facts: clinicsTool },
  { wording: 'Practice managers losing patients because nobody answers the phone', facts: clinicsTool },
  { wording: 'Couples in Edinburgh asking which wedding photographer to hire', facts: photographer },
  { wording: 'Marketing agencies looking for an agency that builds websites for them', facts: agencyForAgencies },
  { wording: 'Companies in the US unhappy with their IT support', facts: clinicsTool },
])('"$wording" may be proposed', ({ wording, facts }) => {
  expect(isFitProposal(wording, facts)).toBe(true)
})

test.each([
  { why: 'customers of the customers', wording: 'Patients asking which dentist to choose', facts: clinicsTool },
  { why: 'others who sell the same', wording: 'Photographers asking what to charge', facts: photographer },
  { why: 'the business itself', wording: 'Dental clinics asking which Bookwell to choose', facts: clinicsTool },
  { why: 'the business itself', wording: 'Couples asking whether Isla Marchbanks is any good', facts: photographer },
  { why: 'a sentence that breaks off', wording: 'Dental clinics asking which software to use for', facts: clinicsTool },
  { why: 'two sentences', wording: 'Dental clinics ask. They want software', facts: clinicsTool },
  { why: 'words out of place', wording: 'Dental clinics asking for a the best software', facts: clinicsTool },
  { why: 'the speaker', wording: 'Dental clinics asking about our software', facts: clinicsTool },
  { why: 'an order', wording: 'Get paid on time without chasing', facts: clinicsTool },
  { why: 'nobody', wording: 'Asking which appointment software to use', facts: clinicsTool },
  { why: 'a link', wording: 'Dental clinics asking about https://evil.example', facts: clinicsTool },
])('a sentence with $why is refused', ({ wording, facts }) => {
  expect(isFitProposal(wording, facts)).toBe(false)
})
