import { expect, test } from 'vitest'
import { isSoundTask, isSoundThing, withoutWorkshop } from './sound.ts'

test.each(['stock-take software', 'PADI courses', 'Texas-style BBQ catering', "lighthouse keepers' cottages"])(
  'one may look for %s',
  (thing) => {
    expect(isSoundThing(thing, 'Tallyhatch')).toBe(true)
  },
)

test.each([
  { thing: 'Whole Hog Package', why: 'a product is named' },
  { thing: 'Tallyhatch plans', why: 'the business is named' },
  { thing: 'UK DELIVERY', why: 'it is shouted' },
  { thing: 'gift cards', why: 'every page says so' },
  { thing: 'tools that you love', why: 'the speaker is in it' },
  { thing: "london's houseboat agent", why: 'it begins with a place' },
  { thing: 'London and M4 delivery', why: 'it says where things are sent' },
  { thing: 'new ones', why: 'it stands for something else' },
])('nobody looks for $thing: $why', ({ thing }) => {
  expect(isSoundThing(thing, 'Tallyhatch')).toBe(false)
})

test('a task is a verb with its object, and no clause', () => {
  expect(isSoundTask('rebind family bibles', null)).toBe(true)
  expect(isSoundTask('rebind', null)).toBe(false)
  expect(isSoundTask('rebind bibles if they are old', null)).toBe(false)
  expect(isSoundTask('move the knee and the pockets', null)).toBe(false)
})

test('where a thing is made is no part of what is asked for', () => {
  expect(withoutWorkshop('carve rocking horses in a shed')).toBe('carve rocking horses')
  expect(withoutWorkshop('move part-loads in Ireland')).toBe('move part-loads in Ireland')
})
