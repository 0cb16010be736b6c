import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import type { Embedder } from '@leadlight/engine/embedding/embedder'
import { conditionWeights, relevanceWeights, speechActWeights } from '@leadlight/engine/judge/weights'
import { fitSpeech, requireKnownLabels } from './fit-models.ts'
import type { Verdict } from './measures.ts'
import { gradedElsewhere, prepareLearnSet } from './learn-set.ts'
import { preparePairs, prepareSpeech } from './prepare.ts'
import { measureQuality } from './quality/measure-quality.ts'
import { printReport, toJson } from './report.ts'
import { hasGraded, postKey, readGraded, readLabels, readPosts } from './read-data.ts'
import { compareStages, printStages } from './stages.ts'
import { applyModels, crossValidate, type Models, type PeerModel } from './scorers.ts'

const SHARED = new URL('../../../shared/data/', import.meta.url).pathname
const PEERS_FILE = new URL('./peers.json', import.meta.url)

/**
 * `npm run bench -- relevance [--data DIR] [--posts DIR] [--json FILE] [--quality FILE] [--stages]`. On the default data everything is
 * fitted again for each business, on the others. On any other data the shipped weights are measured as they are.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      posts: { type: 'string' },
      json: { type: 'string' },
      quality: { type: 'string' },
      stages: { type: 'boolean' },
    },
  })
  const folder = resolve(values.data ?? `${SHARED}relevance`)
  const postsFolder = resolve(values.posts ?? `${SHARED}posts`)
  if (!hasGraded(folder, postsFolder)) {
    console.log(
      `There is no graded data in ${folder} with posts in ${postsFolder}, so relevance cannot be measured here.`,
    )
    return
  }
  const embedder = createLocalEmbedder()
  try {
    const own = folder === resolve(`${SHARED}relevance`)
    const started = performance.now()
    const verdicts = own
      ? await scoreOutOfFold(embedder, { folder, postsFolder, stages: values.stages === true })
      : await scoreShipped(embedder, folder, postsFolder)
    const how = own ? 'out of fold by business' : 'with the shipped weights'
    printReport(verdicts, { how, seconds: (performance.now() - started) / 1000 })
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(toJson(verdicts), null, 2)}\n`)
    if (values.quality !== undefined) {
      const quality = measureQuality(verdicts, readGraded(folder), { how, weights: relevanceWeights.version })
      writeFileSync(values.quality, `${JSON.stringify(quality, null, 2)}\n`)
    }
  } finally {
    await embedder.close()
  }
}

async function scoreOutOfFold(
  embedder: Embedder,
  { folder, postsFolder, stages }: { folder: string; postsFolder: string; stages: boolean },
): Promise<Record<string, Verdict[]>> {
  const graded = readGraded(folder)
  const judged = new Set(graded.judgements.map(postKey))
  const elsewhere = gradedElsewhere()
  const labels = readLabels(`${SHARED}intent-types/labels.jsonl`).filter(
    (label) => !judged.has(postKey(label)) && !elsewhere.has(postKey(label)),
  )
  requireKnownLabels(labels)
  const posts = readPosts(postsFolder, new Set([...judged, ...labels.map(postKey)]))
  const speech = { version: 'out-of-fold', about: {}, heads: fitSpeech(await prepareSpeech(embedder, labels, posts)) }
  const { pairs: further, conditions } = await prepareLearnSet(embedder, {
    speech,
    postsFolder,
    measured: graded.signals,
  })
  const pairs = await preparePairs(embedder, { ...graded, posts }, { speech, conditions })
  if (stages) printStages(compareStages(pairs))
  return crossValidate(pairs, further)
}

async function scoreShipped(
  embedder: Embedder,
  folder: string,
  postsFolder: string,
): Promise<Record<string, Verdict[]>> {
  const graded = readGraded(folder)
  const posts = readPosts(postsFolder, new Set(graded.judgements.map(postKey)))
  const pairs = await preparePairs(
    embedder,
    { ...graded, posts },
    { speech: speechActWeights, conditions: conditionWeights },
  )
  const peers = JSON.parse(readFileSync(PEERS_FILE, 'utf8')) as Record<string, PeerModel>
  const models: Models = { relevance: relevanceWeights, peers }
  return applyModels(models, pairs)
}
