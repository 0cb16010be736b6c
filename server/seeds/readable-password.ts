import type { Random } from '../src/platform/random.ts'

/** Thirty-two signs, five bits each, of which no two are taken for one another. */
const SIGNS = '23456789abcdefghijkmnpqrstuvwxyz'
const GROUPS = 4
const GROUP_SIGNS = 4

/** A password of 80 random bits that can be read out and typed, such as `k7wm-3xqd-9hvt-c2np`. */
export function makeReadablePassword(random: Random): string {
  const signs = Array.from(random.bytes(GROUPS * GROUP_SIGNS), (byte) => SIGNS[byte % SIGNS.length] ?? '')
  const groups = Array.from({ length: GROUPS }, (_, index) =>
    signs.slice(index * GROUP_SIGNS, (index + 1) * GROUP_SIGNS),
  )
  return groups.map((group) => group.join('')).join('-')
}
