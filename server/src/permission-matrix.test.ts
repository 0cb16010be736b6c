import { afterAll, expect, test } from 'vitest'
import { countCells, describeMatrix } from './testing/matrix/describe-matrix.ts'
import { openMatrix } from './testing/matrix/matrix.ts'
import { openStage } from './testing/matrix/site.ts'

const stage = await openStage()
afterAll(() => stage.close())
const matrix = await openMatrix(stage)

describeMatrix(matrix)

test('is as large as it should be', () => {
  expect(countCells(matrix)).toBeGreaterThan(1000)
})
