import { expect, test } from 'vitest'
import type { EvidenceKind } from './compare-profiles.ts'
import { describeEvidence } from './describe-evidence.ts'

test.each<[EvidenceKind, string, string]>([
  ['other_handle', 'ottoline', 'Their handles have little in common: one is ottoline.'],
  ['other_name', 'Ada Hale', 'Their names differ: one is Ada Hale.'],
  ['other_town', 'ghent', 'They live in different places: one of them in Ghent.'],
  ['other_company', 'oxbow', 'They name different companies: one is Oxbow.'],
  ['other_site', 'oxbow.example', 'They show different sites: one is oxbow.example.'],
])('evidence against two accounts is a whole sentence: %s', (kind, about, sentence) => {
  expect(describeEvidence({ kind, about, bits: -1 }, (platform) => platform)).toBe(sentence)
})
