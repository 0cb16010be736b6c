// node bench/relevance/train.ts: fits the shipped weights on all the graded data and writes them with their figures.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { FEATURE_NAMES } from '@leadlight/engine/judge/features'
import { fitSpeech, requireKnownLabels } from './fit-models.ts'
import { gradedElsewhere, prepareLearnSet } from './learn-set.ts'
import { preparePairs, prepareSpeech } from './prepare.ts'
import { toJson } from './report.ts'
import { postKey, readGraded, readLabels, readPosts } from './read-data.ts'
import { crossValidate, fitModels } from './scorers.ts'

const SHARED = new URL('../../../shared/data/', import.meta.url).pathname
const WEIGHTS = new URL('../../engine/src/weights/', import.meta.url)

const files = ['relevance/signals.json', 'relevance/judgements.jsonl', 'intent-types/labels.jsonl']
const ownFiles = ['labels/learn/signals.json', 'labels/learn/judgements.jsonl', 'labels/learn/counterfactuals.jsonl']
const hash = createHash('sha256')
for (const file of files) hash.update(readFileSync(SHARED + file))
for (const file of ownFiles) hash.update(readFileSync(new URL(file, import.meta.url)))
const data = [...files, ...ownFiles.map((file) => `bench/relevance/${file}`)]
const about = { script: 'bench/relevance/train.ts', data, dataSha256: hash.digest('hex') }
/** The last layer by which words are compared: features by another one are other features. */
const layer = readFileSync(new URL('../../engine/model/late-interaction-int8.onnx', import.meta.url))
const layerSha256 = createHash('sha256').update(layer).digest('hex')

const embedder = createLocalEmbedder()
const graded = readGraded(`${SHARED}relevance`)
const judged = new Set(graded.judgements.map(postKey))
const labels = readLabels(`${SHARED}intent-types/labels.jsonl`)
requireKnownLabels(labels)
const posts = readPosts(`${SHARED}posts`, new Set([...judged, ...labels.map(postKey)]))
const speech = await prepareSpeech(embedder, labels, posts)

const elsewhere = gradedElsewhere()
const unjudged = speech.filter(({ label }) => !judged.has(postKey(label)) && !elsewhere.has(postKey(label)))
const blind = { version: 'blind', about: {}, heads: fitSpeech(unjudged) }
const { pairs: further, conditions } = await prepareLearnSet(embedder, {
  speech: blind,
  postsFolder: `${SHARED}posts`,
  measured: graded.signals,
})
const blindPairs = await preparePairs(embedder, { ...graded, posts }, { speech: blind, conditions })
const figures = toJson(crossValidate(blindPairs, further))

const heads = fitSpeech(speech)
const speechActs = { version: 'speech-1', about: { ...about, posts: speech.length }, heads }
// The relevance model is fitted on the blind heads' features, since heads that know a post's label are surer than on
// new posts.
const { relevance, peers } = fitModels([...blindPairs, ...further])
const weights = {
  version: 'relevance-6',
  about: { ...about, layerSha256, pairs: blindPairs.length + further.length, outOfFold: figures },
  features: FEATURE_NAMES,
  ...relevance,
}
writeFileSync(new URL('speech-acts.json', WEIGHTS), `${JSON.stringify(speechActs)}\n`)
const conditionHeads = { version: 'conditions-1', about: { ...about, layerSha256 }, ...conditions }
writeFileSync(new URL('conditions.json', WEIGHTS), `${JSON.stringify(conditionHeads)}\n`)
writeFileSync(new URL('relevance.json', WEIGHTS), `${JSON.stringify(weights, null, 1)}\n`)
writeFileSync(new URL('peers.json', import.meta.url), `${JSON.stringify(peers, null, 2)}\n`)
console.log(JSON.stringify({ figures, threshold: relevance.threshold, calibration: relevance.calibration }, null, 2))
await embedder.close()
