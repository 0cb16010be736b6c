import { expect, test } from 'vitest'
import { draw, findCircles, findUpward, readEdges } from './floors.mjs'

const edgesOf = (texts) => readEdges(new Map(Object.entries(texts)))

test('an import of a higher slice is named with its files, of values and of types', () => {
  const edges = edgesOf({
    'server/src/core/projects/a.ts': "import type { Lead } from '../../workspace/leads/lead.ts'",
    'server/src/platform/db.ts': "const { send } = await import('../outlets/slack/send.ts')",
    'server/src/platform/ids.ts':
      "import '../core/projects/a.ts'\nimport { x } from '@leadlight/server/people/drafts/x'",
  })
  expect(findUpward(edges)).toEqual([
    'core/projects stands below workspace/leads, and uses it:',
    '  server/src/core/projects/a.ts → server/src/workspace/leads/lead.ts',
    'platform stands below outlets/slack, and uses it:',
    '  server/src/platform/db.ts → server/src/outlets/slack/send.ts',
    'platform stands below core/projects, and uses it:',
    '  server/src/platform/ids.ts → server/src/core/projects/a.ts',
    'platform stands below people/drafts, and uses it:',
    '  server/src/platform/ids.ts → server/src/people/drafts/x.ts',
  ])
})

test('an import that goes down, stays in the slice or is a test’s is no fault', () => {
  const edges = edgesOf({
    'server/src/workspace/leads/a.ts': "import { b } from './b.ts'\nimport { c } from '../../core/projects/c.ts'",
    'server/src/core/projects/c.test.ts': "import { b } from '../../workspace/leads/b.ts'",
    'server/src/main.ts': "import { b } from './workspace/leads/b.ts'",
  })
  expect([...findUpward(edges), ...findCircles(edges)]).toEqual([])
})

test('slices of one floor that use each other in a circle are named once', () => {
  const edges = edgesOf({
    'server/src/core/a/x.ts': "import { y } from '../b/y.ts'",
    'server/src/core/b/y.ts': "import { z } from '../c/z.ts'",
    'server/src/core/c/z.ts': "import { x } from '../a/x.ts'",
    'server/src/core/d/w.ts': "import { x } from '../a/x.ts'",
  })
  expect(findCircles(edges)).toEqual(['These use each other in a circle: core/a, core/b, core/c'])
})

test('the graph has a box for each floor and an arrow for each use within one', () => {
  const edges = edgesOf({
    'server/src/core/api-keys/x.ts': "import { y } from '../projects/y.ts'",
    'server/src/workspace/leads/z.ts': "import { y } from '../../core/projects/y.ts'",
  })
  const drawing = draw(edges)
  expect(drawing).toContain('  subgraph core\n    core_api_keys[api-keys]\n    core_projects[projects]\n  end')
  expect(drawing).toContain('  core_api_keys --> core_projects')
  expect(drawing).not.toContain('workspace_leads -->')
})
