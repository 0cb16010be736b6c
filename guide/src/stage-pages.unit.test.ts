import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { pagePath, stagePages } from './stage-pages.ts'

function stage(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, 'docs', path)), { recursive: true })
    writeFileSync(join(folder, 'docs', path), text)
  }
  const pages = stagePages(join(folder, 'docs'), join(folder, 'staged'))
  return { pages, read: (path: string) => readFileSync(join(folder, 'staged', path), 'utf8') }
}

test.each([
  ['guide/README.md', 'index'],
  ['guide/search.md', 'search'],
  ['operating.md', 'operating'],
  ['decisions/README.md', 'decisions/index'],
])('%s is the page %s', (source, path) => expect(pagePath(source)).toBe(path))

test('links lead to where the pages stand in the site, and of those to what is no page the words stay', () => {
  const { pages, read } = stage({
    'guide/README.md': '# Guide\n\n[one](search.md#stop), [two](../operating.md), [all](../decisions)',
    'guide/search.md':
      '# Run `a` search\n\n[back](README.md), [code](../../engine/run.ts), [web](https://a.example/b.md)',
    'operating.md': '# Operating\n\n[a search](guide/search.md)',
    'decisions/README.md': '# Decisions\n\n[guide](../guide/README.md)',
  })
  expect(read('index.md')).toContain('[one](./search.md#stop), [two](./operating.md), [all](./decisions/index.md)')
  expect(read('search.md')).toContain('[back](./index.md), code, [web](https://a.example/b.md)')
  expect(read('operating.md')).toContain('[a search](./search.md)')
  expect(read('decisions/index.md')).toContain('[guide](../index.md)')
  expect(pages).toContainEqual({ path: 'search', title: 'Run a search' })
})

test('a picture that has a dark one comes in both themes', () => {
  const { read } = stage({
    'screenshots/lead-light-1440.png': '',
    'screenshots/lead-dark-1440.png': '',
    'screenshots/people-light-1440.png': '',
    'guide/lead.md': '![A lead](../screenshots/lead-light-1440.png)\n\n![People](../screenshots/people-light-1440.png)',
  })
  const at = '../docs/screenshots'
  expect(read('lead.md')).toBe(
    `![A lead](${at}/lead-light-1440.png "light") ![A lead](${at}/lead-dark-1440.png "dark")\n\n![People](${at}/people-light-1440.png)`,
  )
})
