// node bench/relevance/count-words.ts [posts folder]: counts in how many posts each word occurs, for BM25's weights.
import { writeFileSync } from 'node:fs'
import { readdirSync } from 'node:fs'
import { blankMarkup, postText } from '@leadlight/engine/language/post-text'
import { readTerms } from '@leadlight/engine/language/words'
import { readPostFile, toPost } from './read-data.ts'

const POSTS_MIN = 20
const PLAIN_WORD = /^[\p{L}\p{N}+#.'-]{2,24}$/u
/** Nine thousand job advertisements of one form would make hiring words look common, so one in six is counted. */
const THINNED: Readonly<Record<string, number>> = { hackernews_comments: 6 }

const folder = process.argv[2] ?? new URL('../../../shared/data/posts', import.meta.url).pathname
const counts = new Map<string, number>()
let posts = 0
let terms = 0
for (const name of readdirSync(folder).sort()) {
  const file = name.replace(/\.jsonl(\.gz)?$/, '')
  readPostFile(folder, file).forEach((row, index) => {
    if (index % (THINNED[file] ?? 1) !== 0) return
    const own = readTerms(blankMarkup(postText(toPost(row))))
    posts++
    terms += own.length
    for (const term of new Set(own)) counts.set(term, (counts.get(term) ?? 0) + 1)
  })
}
const common = [...counts]
  .filter(([term, count]) => count >= POSTS_MIN && PLAIN_WORD.test(term))
  .sort(([left], [right]) => (left < right ? -1 : 1))
const statistics = { posts, meanTerms: Math.round(terms / posts), counts: Object.fromEntries(common) }
const target = new URL('../../engine/src/weights/word-statistics.json', import.meta.url)
writeFileSync(target, `${JSON.stringify(statistics)}\n`)
console.log(`${posts} posts, ${common.length} words`)
