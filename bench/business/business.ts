import { readFileSync } from 'node:fs'
import process from 'node:process'
import { readBusinessFacts } from '@leadlight/server/core/projects/business/business-facts'
import { passagesOf } from '@leadlight/server/core/projects/describe-business'
import type { Website } from '@leadlight/server/core/projects/read-website'
import { proposeSignals } from '@leadlight/server/core/projects/propose-signals'
import { askForFacts } from '@leadlight/server/core/projects/ask-for-facts'

const PROPOSALS = 3
const ACCEPTED_SHARE_MIN = 0.8
const SETS = ['first', 'second', 'third'] as const

interface Business {
  field: string
  name: string
  description?: string
  website?: Partial<Pick<Website, 'title' | 'description' | 'headings' | 'paragraphs'>>
}

interface Judged {
  proposal: string
  verdict: 'accept' | 'reject' | 'nonsense' | 'wrong side'
  reason: string
}

type Verdicts = Record<string, readonly Judged[]>

/**
 * `npm run bench -- business [--print]`: what the built-in reader proposes to ninety businesses, and what readers thought
 * of it. With `--print` the current proposals are printed, to be judged.
 */
export async function run(args: string[]): Promise<void> {
  const isPrinting = args.includes('--print')
  for (const set of SETS) {
    const businesses = readJson(`${set}-businesses.json`) as Business[]
    const proposed = await proposeAll(businesses)
    if (isPrinting) print(businesses, proposed)
    else report(set, proposed, readJson(`${set}-verdicts.json`) as Verdicts)
  }
}

interface Proposed {
  proposals: string[]
  questions: string[]
}

async function proposeAll(businesses: readonly Business[]): Promise<Map<string, Proposed>> {
  const proposed = new Map<string, Proposed>()
  for (const business of businesses) {
    const facts = await readBusinessFacts({ name: business.name, passages: passagesOfBusiness(business) })
    const proposals = proposeSignals(facts, []).slice(0, PROPOSALS)
    proposed.set(business.name, {
      proposals: proposals.map(({ intent_signal }) => intent_signal),
      questions: askForFacts(facts).map(({ question }) => question),
    })
  }
  return proposed
}

function passagesOfBusiness({ description, website }: Business) {
  const described = description === undefined ? [] : [{ source: 'description' as const, text: description }]
  return [...described, ...(website ? passagesOf({ ...EMPTY, ...website }) : [])]
}

const EMPTY: Website = {
  url: 'https://business.example/',
  title: null,
  siteName: null,
  description: null,
  headings: [],
  paragraphs: [],
  jsonLd: [],
  language: null,
  feeds: [],
}

function report(set: string, proposed: ReadonlyMap<string, Proposed>, verdicts: Verdicts): void {
  const now = [...proposed].flatMap(([name, { proposals }]) => proposals.map((proposal) => ({ name, proposal })))
  const judged = now.flatMap(({ name, proposal }) => verdicts[name]?.find((one) => one.proposal === proposal) ?? [])
  const count = (verdict: Judged['verdict']) => judged.filter((one) => one.verdict === verdict).length
  const silent = [...proposed.values()].filter(({ proposals }) => proposals.length === 0)
  const accepted = count('accept') / Math.max(1, judged.length)
  console.log(`${set}: ${proposed.size} businesses, ${now.length} proposals, of which ${judged.length} are judged`)
  console.log(
    `  accepted ${(100 * accepted).toFixed(1)} %, rejected ${count('reject')}, nonsense ${count('nonsense')}, wrong side ${count('wrong side')}`,
  )
  const asked = silent.filter(({ questions }) => questions.length > 0).length
  console.log(`  without a proposal: ${silent.length}, of which ${asked} are asked for what is missing`)
  for (const { proposal, verdict, reason } of judged)
    if (verdict !== 'accept') console.log(`  ${verdict}: ${proposal} (${reason})`)
  const isStale = judged.length < now.length
  if (isStale)
    console.log(`  ${now.length - judged.length} proposals are new since they were judged: --print shows them`)
  const isGood = accepted >= ACCEPTED_SHARE_MIN && count('nonsense') + count('wrong side') === 0
  if (isStale || !isGood) process.exitCode = 1
}

function print(businesses: readonly Business[], proposed: ReadonlyMap<string, Proposed>): void {
  for (const { name, field } of businesses) {
    const { proposals = [], questions = [] } = proposed.get(name) ?? {}
    console.log(`\n${name} (${field})`)
    for (const proposal of proposals) console.log(`  - ${proposal}`)
    for (const question of questions) console.log(`  ? ${question}`)
  }
}

/** Our own files, so the callers may trust their shape. */
function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8'))
}
