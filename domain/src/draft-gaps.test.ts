import { expect, test } from 'vitest'
import { countGaps } from './draft-gaps.ts'

test.each([
  ['Go by [what you look at first]; by that I would take Larkbill.', 1],
  ['From [when], at [how you charge].', 2],
  ['Do you ask [wie viel]?', 1],
  ['All is filled in.', 0],
  ['See [our guide](https://larkbill.example), it says so [1] and [2].', 0],
  ['- [ ] open\n- [x] done', 0],
  ['An open [bracket\nand a line], or [] nothing.', 0],
])('%j has %i gaps', (text, gaps) => {
  expect(countGaps(text)).toBe(gaps)
})
