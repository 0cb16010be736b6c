import { expect, test } from 'vitest'
import { namesAct, readSignalActs } from './signal-acts.ts'

test.each([
  ['Tenants unhappy with their landlord', { complain: 1, compare_switch: 0.6, ask_advice: 0.25 }],
  ['Travellers stranded by an airline', { complain: 0.8, ask_help: 0.6 }],
  ['Teams that outgrow their spreadsheets', { compare_switch: 1, ask_recommendation: 0.5, complain: 0.2 }],
  ['Families deciding between schools', { compare_switch: 0.6, ask_recommendation: 0.6 }],
])('the acts of "%s" are weighed as it says', (signal, weights) => {
  expect(readSignalActs(signal)).toEqual(weights)
  expect(namesAct(signal)).toBe(true)
})

test('a signal that names no act is read as a wish to buy', () => {
  expect(namesAct('Dentists')).toBe(false)
  expect(readSignalActs('Dentists')).toEqual({
    ask_recommendation: 0.8,
    ask_help: 0.5,
    ask_advice: 0.6,
    compare_switch: 0.5,
    complain: 0.3,
  })
})
