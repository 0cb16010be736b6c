import { exportLeads } from '@leadlight/contract/lead-work'
import { exportCompanies } from '@leadlight/contract/companies'
import { exportPeople } from '@leadlight/contract/people'
import { exportHeld } from '@leadlight/contract/privacy'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOSTILE_WORDS } from '@leadlight/testing/hostile-words'
import { buildPerson } from '@leadlight/testing/identity-builder'
import { buildLeads, mintLeadSite, type LeadSite } from '@leadlight/testing/lead-builder'
import { buildColumn, buildStatuses, setStatuses, setValues } from '@leadlight/testing/lead-workspace'
import { csvFaults, steeringIn, xlsxFaults } from '@leadlight/testing/outward-faults'
import { startTestApp, type TestApp } from '@leadlight/testing/test-app'
import { exportAuthor } from './lifecycle/operator/export-author.ts'
import { operatorParts } from '@leadlight/testing/operator-parts'
import { exportResponse } from './platform/export-file.ts'

const EXPORTS = { leads: exportLeads, people: exportPeople, companies: exportCompanies } as const
type What = keyof typeof EXPORTS
const KINDS = Object.keys(EXPORTS) as What[]

let app: TestApp
let site: LeadSite
let personId: string
beforeAll(async () => {
  app = await startTestApp()
  site = await mintLeadSite(app)
  const at = (index: number) => HOSTILE_WORDS[index % HOSTILE_WORDS.length] ?? ''
  const wishes = HOSTILE_WORDS.map((words, index) => ({
    title: words,
    body: `${at(index + 1)}\n${words}`,
    reason: at(index + 2),
    evidence: [{ start: 0, end: words.length, kind: 'for' as const, label: 'asks' }],
    author: at(index + 3),
    community: { externalId: `c${index}`, name: at(index + 4) },
  }))
  const leadIds = await buildLeads(app, site, wishes)
  const [status = ''] = await buildStatuses(app, site, ['=1+1'])
  await setStatuses(app, site, { [leadIds[0] ?? '']: status })
  const column = await buildColumn(app, site, '@SUM(1+1)', 'text')
  await setValues(
    app,
    site,
    column,
    leadIds.map((leadId, index) => ({ leadId, value: at(index + 5) })),
  )
  // Five of the texts to each.
  for (let from = 0; from < HOSTILE_WORDS.length; from += 5) {
    const [name = '', bio = '', location = '', title = '', company = ''] = HOSTILE_WORDS.slice(from)
    const said = { name, bio, location, person_title: title, company_name: company }
    const { personId: built } = await buildPerson(app, site, { platform: 'x', handle: `h${from}`, said, text: bio })
    personId = built
  }
})
afterAll(() => app.close())

function download(what: What, format: string): Promise<Response> {
  return Promise.resolve(
    app.app.hono.request(EXPORTS[what].path.replace('{projectId}', site.projectId), {
      method: 'POST',
      headers: { authorization: `Bearer ${site.organization.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ format }),
    }),
  )
}

test.each(KINDS)(
  'a CSV file of %s has no cell that a spreadsheet calculates, whatever strangers wrote',
  async (what) => {
    const text = await (await download(what, 'csv')).text()
    expect(text.split('\r\n').length).toBeGreaterThan(20)
    expect(csvFaults(text)).toEqual([])
  },
)

test.each(KINDS)('a workbook of %s has texts and values in its cells, and no formula, link or object', async (what) => {
  const { cells, faults } = xlsxFaults(new Uint8Array(await (await download(what, 'xlsx')).arrayBuffer()))
  expect(cells).toBeGreaterThan(what === 'leads' ? HOSTILE_WORDS.length * 15 : 200)
  expect(faults).toEqual([])
})

test('files of JSON, of what is held of one person as well, are whole and have no bare control', async () => {
  for (const what of KINDS) {
    const text = await (await download(what, 'json')).text()
    expect((JSON.parse(text) as unknown[]).length).toBeGreaterThan(20)
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  }
  const { body } = await site.organization.ask(exportHeld, { params: { projectId: site.projectId, id: personId } })
  expect(JSON.stringify(body)).toContain(JSON.stringify(HOSTILE_WORDS.at(-4)).slice(1, -1))
  const lines = await exportAuthor(operatorParts(app), { platform: 'x', called: 'h0' })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ posts: [{ author_name: 'h0' }] })
  expect((lines[0] ?? '').replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
})

test('the log says nothing that strangers wrote', () => {
  const logged = JSON.stringify(app.log.lines)
  for (const mark of ['evil.example', 'onerror', 'gpj.exe', '=cmd|']) expect(logged).not.toContain(mark)
})

test.each(['csv', 'json', 'xlsx'] as const)(
  'a download as %s has one name, which no project’s name can leave',
  (format) => {
    const whole = { what: 'leads', startedAt: app.clock.now(), heading: [], cellsOf: () => [], jsonOf: () => null }
    for (const projectName of HOSTILE_WORDS) {
      const batches = (async function* () {})()
      const said = exportResponse({ ...whole, projectName, batches }, format).headers.get('content-disposition') ?? ''
      const [, plain = '', coded = ''] = /^attachment; filename="([^"]*)"; filename\*=UTF-8''(\S*)$/.exec(said) ?? []
      for (const name of [plain, decodeURIComponent(coded)]) {
        expect(name).toMatch(new RegExp(`^(?!\\.)[^/\\\\:<>|*?]* ?leads 2026-11-02\\.${format}$`, 'u'))
        expect(steeringIn(name)).toEqual([])
      }
    }
  },
)
