import * as calls from '@leadlight/contract/calls'
import { callsIn } from '@leadlight/contract/endpoint'
import { createOpenApi } from '@leadlight/server/platform/openapi'
import { expect, test } from 'vitest'
import { apiPages, type Description } from './api-pages.ts'

const endpoints = callsIn(calls).map(([, endpoint]) => endpoint)
const pages = apiPages(createOpenApi(endpoints, { version: '1', publicUrl: '' }) as unknown as Description)

test('every call stands once in the reference, with its address, who may make it and what it answers', () => {
  const whole = [...pages.values()].join('\n')
  expect(endpoints.length).toBeGreaterThan(200)
  for (const { name, method, path } of endpoints) {
    expect(whole.split(`\n## ${name}\n\n\`${method} ${path}\`\n`)).toHaveLength(2)
  }
  const leads = pages.get('leads')!
  expect(leads).toMatch(/## listLeads\n[^#]*Who may call: [^\n]*MEMBER[^#]*\| `limit` \| query \| no \|[^#]*Answer 200/)
})

test('the first page leads to each group', () => {
  const groups = [...pages.keys()].filter((path) => path !== 'index')
  for (const group of groups) expect(pages.get('index')).toContain(`](${group}.md)`)
})
