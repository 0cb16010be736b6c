import { describe, expect, it } from 'vitest'
import { joinScores, MET_NAMES } from './condition-heads.ts'

describe('the inputs of the second line', () => {
  it('are the score, the four conditions, and what they say together', () => {
    const joined = joinScores(1.5, [0, 0, 0, 0])
    expect(joined).toHaveLength(MET_NAMES.length)
    const [score, who, , , , allLog, least, all] = joined
    expect([score, who, least]).toEqual([1.5, 0, 0.5])
    expect(allLog).toBeCloseTo(4 * Math.log(0.52))
    expect(all).toBeCloseTo(1 / 16)
  })

  it('are bounded, whatever a head says', () => {
    const [, who, act] = joinScores(0, [-50, 50, 0, 0])
    expect([who, act]).toEqual([-6, 6])
    expect(joinScores(0, [-50, 0, 0, 0]).every(Number.isFinite)).toBe(true)
  })
})
