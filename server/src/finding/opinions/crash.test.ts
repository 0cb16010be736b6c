import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { readMoney } from '@leadlight/testing/column-fixture'
import { killsOf, searchThroughCrashes, type Outcome } from '@leadlight/testing/crashed-search'
import { startLanguageModelDouble, type LanguageModelDouble } from '@leadlight/testing/doubles/language-model-double'
import { giveReadingByWords } from '@leadlight/testing/doubles/reading-model'
import { startAllDoubles } from '@leadlight/testing/doubles/start-all'
import {
  judgedOf,
  KEPT_FROM,
  opinionsOf,
  seek,
  startOpinionFixture,
  work,
  workAgain,
  workAgainUntil,
  workUntil,
  type OpinionFixture,
  type Sought,
} from '@leadlight/testing/opinion-fixture'
import { createTestDatabase } from '@leadlight/testing/test-database'

const MINUTE_MS = 60_000
/** Four in the band, and one on either side of it. */
const SCORES = [5, KEPT_FROM - 9, KEPT_FROM - 3, KEPT_FROM + 5, KEPT_FROM + 11, 90]

describe('a crash at every step', () => {
  let fixture: OpinionFixture
  beforeAll(async () => {
    fixture = await startOpinionFixture()
    fixture.model.script = giveReadingByWords
  })
  afterAll(() => fixture.close())

  async function outcomeOf(sought: Sought) {
    const judged = [...(await judgedOf(fixture, sought))].map(([local, row]) => [
      local,
      row?.score,
      row?.kept,
      row?.model,
    ])
    return { judged, opinions: await opinionsOf(fixture, sought), money: await readMoney(fixture.app, sought) }
  }

  test.each([1, 2, 3, 4, 5, 6, 7])(
    'a search that dies at its step %i is judged once and charged once',
    async (killAt) => {
      const unharmed = await seek(fixture, SCORES)
      await work(fixture, unharmed)
      const sought = await seek(fixture, SCORES)
      expect(await workUntil(fixture, sought, killAt)).toBe('killed')
      await workUntil(fixture, sought, 2)
      await work(fixture, sought)
      const outcome = await outcomeOf(sought)
      expect(outcome).toEqual(await outcomeOf(unharmed))
      expect(outcome.money).toMatchObject({ held: 0, charged: 8_000 })
    },
  )

  test.each([1, 2, 3, 4, 5])(
    'asking again that dies at its step %i charges once and gets every opinion in the end',
    async (killAt) => {
      const sought = await seek(fixture, SCORES)
      fixture.model.script = () => ({ kind: 'say', pieces: ['no'] })
      await work(fixture, sought)
      fixture.model.script = giveReadingByWords
      await fixture.app.clock.advance(2 * MINUTE_MS)
      expect(await workAgainUntil(fixture, sought, killAt)).toBe('killed')
      for (const minutes of [6, 31]) {
        await fixture.app.clock.advance(minutes * MINUTE_MS)
        await workAgain(fixture, sought)
      }
      const { opinions, money } = await outcomeOf(sought)
      expect(opinions.map(({ state }) => state)).toEqual(['given', 'given', 'given', 'given'])
      expect(money).toMatchObject({ held: 0, charged: 8_000, balance: 92_000 })
    },
  )

  test('several runs that ask again at once record and charge each opinion once', async () => {
    const sought = await seek(fixture, SCORES)
    fixture.model.script = () => ({ kind: 'say', pieces: ['no'] })
    await work(fixture, sought)
    fixture.model.script = giveReadingByWords
    await fixture.app.clock.advance(2 * MINUTE_MS)
    await Promise.all([workAgain(fixture, sought), workAgain(fixture, sought), workAgain(fixture, sought)])
    expect(await readMoney(fixture.app, sought)).toMatchObject({ held: 0, charged: 8_000 })
  })
})

describe('workers that are killed', () => {
  let doubles: Awaited<ReturnType<typeof startAllDoubles>>
  let model: LanguageModelDouble
  beforeAll(async () => {
    doubles = await startAllDoubles({ folder: undefined, portBase: undefined, clock: systemClock })
    model = await startLanguageModelDouble()
    model.script = giveReadingByWords
  })
  afterAll(async () => {
    await doubles.close()
    await model.close()
  })

  async function search(killAt: number[]): Promise<{ outcome: Outcome; killed: number }> {
    const prices = { JUDGED_POST_PRICE: '0.5', MODEL_JUDGED_POST_PRICE: '1', MONTHLY_CREDITS: '1000' }
    const environment = { ...doubles.environment, ...model.environment(), ...prices }
    return searchThroughCrashes({ where: await createTestDatabase(), environment, budget: null, killAt })
  }

  test('a search ends with the same opinions and charges as one that is not killed', { timeout: 900_000 }, async () => {
    const unharmed = await search([])
    const crashed = await search(killsOf('opinions', 24))
    expect(crashed.killed).toBeGreaterThan(0)
    expect(crashed.outcome).toEqual(unharmed.outcome)
    expect(unharmed.outcome.opinions.length).toBeGreaterThan(0)
  })
})
