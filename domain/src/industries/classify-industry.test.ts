import { expect, test } from 'vitest'
import { classifyIndustry } from './classify-industry.ts'
import { LABELLED_WEBSITES, type LabelledWebsite } from '../testing/labelled-websites.ts'
import { LATER_WEBSITES } from '../testing/later-websites.ts'

const NOTHING = { types: [], title: '', description: '', headings: [], paragraphs: [] }

/** The share of the answers that are right, and the share of all businesses answered rightly, in thousandths. */
function measure(websites: readonly LabelledWebsite[]): { precision: number; recall: number } {
  const told = websites.map(([industry, title, description]) => ({
    industry,
    told: classifyIndustry({ ...NOTHING, title, description })?.industry ?? null,
  }))
  const right = told.filter((one) => one.told !== null && one.told === one.industry).length
  const thousandths = (of: number) => Math.round((right / of) * 1_000)
  return {
    precision: thousandths(told.filter((one) => one.told !== null).length),
    recall: thousandths(told.filter(({ industry }) => industry !== null).length),
  }
}

const looked = LABELLED_WEBSITES.filter((_, position) => position % 2 === 0)
const unseen = LABELLED_WEBSITES.filter((_, position) => position % 2 === 1)

test.each([
  { of: 'looked at while the words were chosen', websites: looked, figures: { precision: 1_000, recall: 980 } },
  { of: 'of the same sort', websites: unseen, figures: { precision: 980, recall: 1_000 } },
  {
    of: 'written later, as companies describe themselves',
    websites: LATER_WEBSITES,
    figures: { precision: 927, recall: 551 },
  },
])('the industry of websites $of is found as often, and as rightly, as it was measured', ({ websites, figures }) => {
  expect(measure(websites)).toEqual(figures)
})

test('the classifier names the words that decided', () => {
  const told = classifyIndustry({
    ...NOTHING,
    title: 'Riverside Dental',
    description: 'Family dentist. Appointments for patients.',
  })
  expect(told).toEqual({ industry: 'Health care', words: ['dentist', 'dental', 'patients', 'appointments'] })
})

test('schema.org’s type outweighs a few words', () => {
  const said = { ...NOTHING, title: 'Smile', description: 'Software that books itself' }
  expect(classifyIndustry({ ...said, types: ['Dentist'] })?.industry).toBe('Health care')
})

test('a passing word, or a tie between two industries, gives none', () => {
  expect(classifyIndustry({ ...NOTHING, paragraphs: ['We met in a hotel.'] })).toBeUndefined()
  expect(classifyIndustry({ ...NOTHING, title: 'Insurance and broadband' })).toBeUndefined()
})

test('a word inside another does not count', () => {
  expect(classifyIndustry({ ...NOTHING, title: 'Barnsoftwares hotelling', description: 'farmstead' })).toBeUndefined()
})

test('the time for a page does not grow with the square of its length', () => {
  const paragraphs = ['software '.repeat(200_000)]
  expect(classifyIndustry({ ...NOTHING, title: 'Software', description: 'SaaS', paragraphs })?.industry).toBe(
    'Software',
  )
})
