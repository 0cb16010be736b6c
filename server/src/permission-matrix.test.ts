import { afterAll, expect, test } from 'vitest'
import { idPlacesOf } from './testing/matrix/contract-ids.ts'
import { countCells, describeMatrix } from './testing/matrix/describe-matrix.ts'
import { openMatrix } from './testing/matrix/matrix.ts'
import { recipesOf } from './testing/matrix/recipes.ts'
import { openStage } from './testing/matrix/site.ts'

const stage = await openStage()
afterAll(() => stage.close())
const matrix = await openMatrix(stage)

describeMatrix(matrix)

test.each(stage.app.app.endpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  'every place where %s takes an id is in it',
  (_, endpoint) => {
    const places = new Set(recipesOf(endpoint).flatMap((recipe) => Object.keys(recipe.places ?? {})))
    expect(idPlacesOf(endpoint).filter((place) => !places.has(place))).toEqual([])
  },
)

test('is as large as it should be', () => {
  expect(countCells(matrix)).toBeGreaterThan(3000)
})
