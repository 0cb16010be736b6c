import { expect, test } from 'vitest'
import { opensNotDone, spokenLines } from './furniture.ts'

test.each([
  { what: 'a menu', line: 'Home | Residential | Gallery | Reviews' },
  { what: 'badges', line: 'Licensed • Bonded • Insured' },
  { what: 'a shouted line', line: 'GET MY FREE INSPECTION' },
  { what: 'a delivery note', line: 'Free UK delivery over £35' },
  { what: 'a customer', line: '“Crew was gone by five, not one nail in the yard.” – Yolanda, Clintonville' },
  { what: 'a customer named first', line: 'Mrs Entwistle, Bury: "Lovely lads."' },
  { what: 'a call to others', line: 'CAREERS: carers wanted, £13 an hour' },
])('$what on a page is not what a business says of itself', ({ line }) => {
  expect(spokenLines(line, false)).toEqual([])
})

test('what it says beside them is kept', () => {
  expect(spokenLines('We mend roofs. “They mended mine in a day.”\nAll over Ohio.', false)).toEqual([
    'We mend roofs.',
    'All over Ohio.',
  ])
  expect(spokenLines('Fabric shears 9" £32 and rulers 12" long', false)).toEqual([
    'Fabric shears 9" £32 and rulers 12" long',
  ])
})

test('a description may list what is offered', () => {
  expect(spokenLines('Boiler repairs • Landlord certificates • Bathrooms', true)).toHaveLength(3)
})

test('a heading that opens what is not done is told from one that opens what is', () => {
  expect(opensNotDone("What we don't do")).toBe(true)
  expect(opensNotDone('What we do')).toBe(false)
})
