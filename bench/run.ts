import process from 'node:process'
// npm run bench -- <name> [arguments]: measures one standing question and prints a table with its peer or limit.
const benchmarks: Record<string, () => Promise<{ run(args: string[]): Promise<void> }>> = {
  archive: () => import('./archive/archive.ts'),
  funnel: () => import('./funnel/funnel.ts'),
  conditions: () => import('./conditions/conditions.ts'),
  relevance: () => import('./relevance/relevance.ts'),
  judging: () => import('./judging/judging.ts'),
  quality: () => import('./relevance/quality/quality.ts'),
  learning: () => import('./learning/learning.ts'),
  list: () => import('./list/list.ts'),
  prospects: () => import('./prospects/prospects.ts'),
  inbox: () => import('./inbox/inbox.ts'),
  business: () => import('./business/business.ts'),
  drafts: () => import('./drafts/drafts.ts'),
  lag: () => import('./lag/lag.ts'),
  backtest: () => import('./backtest/backtest.ts'),
  ledger: () => import('./ledger/ledger.ts'),
  streams: () => import('./streams/streams.ts'),
  'first-lead': () => import('./first-lead/first-lead.ts'),
  startup: () => import('./startup/startup.ts'),
  starts: () => import('./starts/starts.ts'),
  webhooks: () => import('./webhooks/webhooks.ts'),
  reverse: () => import('./reverse/reverse.ts'),
  'anonymous-bodies': () => import('./anonymous-bodies/anonymous-bodies.ts'),
  forecast: () => import('./forecast/forecast.ts'),
  web: () => import('./web/web.ts'),
  'search-end': () => import('./search-end/search-end.ts'),
  blocks: () => import('./blocks/blocks.ts'),
  faults: () => import('./faults/faults.ts'),
  names: () => import('./names/names.ts'),
  themes: () => import('./themes/themes.ts'),
  stance: () => import('./names/stance.ts'),
  restore: () => import('./restore/restore.ts'),
}

const [name = '', ...args] = process.argv.slice(2)
const load = benchmarks[name]
if (load) await (await load()).run(args)
else {
  console.error(`npm run bench -- ${Object.keys(benchmarks).join(' | ')}`)
  process.exitCode = 1
}
