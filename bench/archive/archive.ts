import { writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { startArchiveThread } from '@leadlight/engine/archive/archive-thread'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { hasGraded, readGraded } from '../relevance/read-data.ts'
import { readCorpus } from './corpus.ts'
import { measureRecall } from './recall.ts'
import { measureSpeed } from './speed.ts'

const DATA = resolve(import.meta.dirname, '../../../shared/data')
const WITHIN_200_GOAL = 0.93
const FIRST_LEAD_MS_GOAL = 2_000

/**
 * How many graded leads the archive of all posts puts first, and how long a signal's first answer takes among a million
 * posts. Fails where either misses its goal.
 */
export async function run(args: string[]): Promise<void> {
  const options = { posts: { type: 'string', default: '1000000' }, data: { type: 'string', default: DATA }, vectors: { type: 'string' }, json: { type: 'string' } } as const // oxfmt-ignore
  const { values } = parseArgs({ args, options })
  const folder = join(values.data, 'posts')
  if (!hasGraded(join(values.data, 'relevance'), folder))
    throw new Error(`There is no graded data in ${values.data}. Say where with --data.`)
  const graded = readGraded(join(values.data, 'relevance'))
  const embedder = createLocalEmbedder()
  const corpus = await readCorpus(embedder, { folder, vectorsFile: values.vectors })
  const thread = startArchiveThread()
  const recall = await measureRecall({ embedder, thread }, corpus, graded)
  const size = await thread.measure()
  await thread.stop()
  console.table(recall.within)
  const sentences = graded.signals.map((signal) => signal.intent_signal)
  const speed = await measureSpeed(embedder, corpus, { posts: Number(values.posts), sentences })
  await embedder.close()
  console.table({ query: speed.queryMs, 'first lead': speed.firstLeadMs })
  const bytesPerPost = Math.round(size.bytes / size.posts)
  const machine = { cores: availableParallelism(), load: loadavg().map((load) => Math.round(load * 10) / 10) }
  const report = { recall, bytesPerPost, ...speed, machine }
  console.log(JSON.stringify({ ...report, recall: undefined, queryMs: undefined, firstLeadMs: undefined }))
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`)
  const { micro = 0, macro = 0 } = recall.within['200'] ?? {}
  if (Math.min(micro, macro) < WITHIN_200_GOAL || speed.firstLeadMs.p95 > FIRST_LEAD_MS_GOAL) process.exitCode = 1
}
