import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import config from '../vitest.config.ts'
import { TESTS } from './steps.mjs'

test('npm test runs every project of tests once, except the long ones', () => {
  const projects = config.test.projects.map((project) => project.test.name).filter((name) => !name.startsWith('soak'))
  const run = TESTS.flat().flatMap(([, args]) => args.filter((_, index) => args[index - 1] === '--project'))
  expect(run).toHaveLength(projects.length)
  expect(new Set(run)).toEqual(new Set(projects))
})

test('no file claims to run on the embedded database in a place where that is not read', () => {
  const says = globSync('server/{src,seeds}/**/*.test.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('// Also on the embedded'),
  )
  const embedded = config.test.projects.find((project) => project.test.name === 'embedded')
  expect(says.length).toBeGreaterThan(25)
  expect(says.filter((file) => !embedded?.test.include.includes(file))).toEqual([])
})
