import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { registerJobs } from './register-jobs.ts'
import { startTestApp } from '@leadlight/testing/test-app'

test('every defined job has a handler', async () => {
  const app = await startTestApp()
  try {
    const handled: string[] = []
    const { dependencies } = app
    const jobs = { ...dependencies.jobs, work: (job: { name: string }) => void handled.push(job.name), every: () => {} }
    registerJobs({ ...dependencies, jobs, matching: { ...dependencies.matching, jobs } })
    const files = globSync('**/*.ts', {
      cwd: import.meta.dirname,
      exclude: ['**/*.test.ts', '**/*.soak.ts'],
    })
    const defined = files.flatMap((file) => {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8')
      return [...text.matchAll(/defineJob\(\{\s*name: '([^']+)'/g)].map(([, name]) => name)
    })
    expect(defined.length).toBeGreaterThan(20)
    expect(defined.filter((name) => !handled.includes(name ?? ''))).toEqual([])
  } finally {
    await app.close()
  }
})
