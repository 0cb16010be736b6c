import type { Endpoint } from '@leadlight/contract/endpoint'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestReply } from '../test-client.ts'
import { mayCall } from './callers.ts'
import { cellsOf, expectedStatus, type Cell, type Matrix } from './matrix.ts'
import { sumsOf } from './organization-sums.ts'
import type { Recipe } from './recipe.ts'
import { recipesOf } from './recipes.ts'

/** What any call may be refused with, before its endpoint is reached. */
const EVERYWHERE = ['unauthorized', 'role_too_low', 'organization_required']

/**
 * Makes every call of the matrix, or those of `cells`, with one test for each endpoint, and then checks that the other
 * organization is unchanged.
 */
export function describeMatrix(matrix: Matrix, cells: (recipe: Recipe) => Cell[] = cellsOf): void {
  const { app } = matrix.site.stage
  let before: Record<string, string>
  // Calls that wait for a platform's rate limit wait on the app's clock.
  const ticking = setInterval(() => void app.clock.advance(250), 10)
  afterAll(() => clearInterval(ticking))
  beforeAll(async () => {
    before = await sumsOf(app.database, matrix.foreignSite.organizationId)
  })

  describe('each answers as contract and role table say, and alike for another’s and for missing objects:', () => {
    test.each(app.app.endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', async (_, endpoint) => {
      for (const recipe of recipesOf(endpoint))
        expect.soft(await findFaults(matrix, endpoint, recipe, cells(recipe))).toEqual([])
    })
  })

  test('nothing of another organization was changed, added or deleted', async () => {
    expect(Object.keys(before).length).toBeGreaterThan(15)
    expect(await sumsOf(app.database, matrix.foreignSite.organizationId)).toEqual(before)
  })
}

/** How many calls the matrix makes. */
export function countCells({ site }: Matrix): number {
  return site.stage.app.app.endpoints.flatMap(recipesOf).flatMap(cellsOf).length
}

/** The faults in the answers to one way of calling an endpoint, in a sentence each. */
async function findFaults(matrix: Matrix, endpoint: Endpoint, recipe: Recipe, cells: Cell[]): Promise<string[]> {
  const alike = new Map<string, { name: string; said: Told }>()
  const faults: string[] = []
  for (const cell of cells) {
    const reply = await matrix.ask(endpoint, recipe, cell)
    const name = nameOf(cell)
    const said = told(reply)
    const expected = expectedStatus(endpoint, recipe, cell)
    const kin = `${expected} ${kinOf(endpoint, cell) ?? name}`
    const first = alike.get(kin) ?? { name, said }
    alike.set(kin, first)
    const found = [
      statusFault(reply, expected),
      codeFault(reply, endpoint),
      isDeepStrictEqual(said, first.said) ? '' : `${inWords(said)}, but ${first.name}: ${inWords(first.said)}`,
    ]
    faults.push(...found.filter((fault) => fault !== '').map((fault) => `${name}: ${fault}`))
  }
  return faults
}

function inWords({ status, headers, text }: Told): string {
  return `${status} ${text} ${Object.keys(headers).join(' ')}`
}

function statusFault({ status, text }: TestReply, expected: number): string {
  return status === expected ? '' : `${status} and not ${expected} (${text})`
}

/** The contract declares every code by which a caller may be refused. */
function codeFault(reply: TestReply, { errors }: Endpoint): string {
  const code = reply.status < 400 ? undefined : reply.problem().code
  return code === undefined || [...EVERYWHERE, ...errors].includes(code) ? '' : `${code} is not in the contract`
}

/** Cells of one name must get identical answers; undefined where an answer may differ. */
function kinOf(endpoint: Endpoint, { caller, stranger, positions }: Cell): string | undefined {
  if (!mayCall(caller, endpoint)) return caller
  return stranger === undefined ? undefined : `${caller} ${positions.join(' ')}`
}

function nameOf({ caller, stranger, positions }: Cell): string {
  return stranger === undefined ? `${caller}, own` : `${caller}, ${stranger} ${positions.join(' and ')}`
}

interface Told {
  status: number
  headers: Record<string, string>
  text: string
}

/** Everything a caller is told, except the id of their own request. */
function told({ status, headers, text }: TestReply): Told {
  const { 'x-request-id': requestId = '', ...rest } = Object.fromEntries(headers)
  return { status, headers: rest, text: text.replaceAll(requestId, '') }
}
