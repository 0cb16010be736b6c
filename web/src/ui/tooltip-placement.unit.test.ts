import { expect, test } from 'vitest'
import { placeTooltip } from './tooltip-placement.ts'

const WINDOW = { width: 400, height: 300 }
const SIZE = { width: 100, height: 20 }
const box = (left: number, top: number) => ({ left, top, width: 30, height: 30 })

test.each([
  ['above, in the middle', box(200, 100), 'top', { left: 165, top: 74 }],
  ['below', box(200, 100), 'bottom', { left: 165, top: 136 }],
  ['at the right', box(200, 100), 'right', { left: 236, top: 105 }],
  ['at the left', box(200, 100), 'left', { left: 94, top: 105 }],
  ['below where there is no room above', box(200, 10), 'top', { left: 165, top: 46 }],
  ['at the left where there is no room at the right', box(350, 100), 'right', { left: 244, top: 105 }],
  ['moved into sight at the left edge', box(2, 100), 'top', { left: 8, top: 74 }],
  ['moved into sight at the right edge', box(368, 100), 'top', { left: 292, top: 74 }],
] as const)('a tooltip is placed %s', (_, anchor, side, place) => {
  expect(placeTooltip(anchor, SIZE, side, WINDOW)).toEqual(place)
})

test('a tooltip without room on either side stays on its own, in view', () => {
  expect(placeTooltip(box(2, 100), { width: 380, height: 20 }, 'right', WINDOW)).toEqual({ left: 12, top: 105 })
})
