import { json, type Answer } from './answer.ts'
import { escapeHtml, findPosts, toParagraphs, type MadeUpPost } from './made-up-posts.ts'

const IDS_FROM = 1_000_000
const PAGE_SIZE_MAX = 100
/** Of 300 questions a day none is ever counted: nobody else is asked. */
const QUOTA = { quota_max: 300, quota_remaining: 299 }

/** Where somebody who writes there says they are, and their website. */
export interface Asker {
  location: string
  website: string
}

type Question = MadeUpPost & { number: number; site: string }

/**
 * `search/advanced`, `questions`, `questions/{ids}` and `users/{ids}` of API 2.3, as far as the product asks. Where it is asked for a
 * question it does not know it is in trouble, and does not say that there is none: see the stand-in for Hacker News.
 */
export function createStackExchange(
  posts: readonly MadeUpPost[],
  askers: ReadonlyMap<string, Asker>,
): (url: URL) => Answer {
  const questions = posts.flatMap((post, index): Question[] => {
    const site = siteOf(post)
    return site === undefined ? [] : [{ ...post, site, number: IDS_FROM + index }]
  })

  return ({ pathname, searchParams: asked }) => {
    if (pathname === '/2.3/search/advanced' || pathname === '/2.3/questions') return json(search(questions, asked))
    const [, what, ids = ''] = /^\/2\.3\/(questions|users)\/([\d;]+)$/.exec(pathname) ?? []
    const numbers = new Set(ids.split(';').map(Number))
    const known = questions.filter(({ number }) => numbers.has(number))
    if (what === undefined || known.length < numbers.size) return inTrouble()
    // Everybody has written one question, and has its number.
    const items = what === 'users' ? known.map((question) => presentUser(question, askers)) : known.map(presentQuestion)
    return json({ items, has_more: false, ...QUOTA })
  }
}

function search(questions: readonly Question[], asked: URLSearchParams) {
  const window = { since: Number(asked.get('fromdate')), until: Number(asked.get('todate') ?? Infinity) + 1 }
  const ofSite = questions.filter(({ site }) => site === asked.get('site'))
  const found = findPosts(ofSite, asked.get('q') ?? '', window)
  const size = Math.min(Number(asked.get('pagesize')), PAGE_SIZE_MAX)
  const page = Number(asked.get('page') ?? 1)
  const items = found.slice((page - 1) * size, page * size).map(presentQuestion)
  return { items, has_more: found.length > page * size, ...QUOTA }
}

/** What the API answers, with status 400, when it cannot answer now. */
function inTrouble(): Answer {
  const message = 'only what the demo has made up is known here'
  return json({ error_id: 503, error_name: 'temporarily_unavailable', error_message: message }, 400)
}

/** Each question stands under its own site; issues of GitHub stand in for Stack Overflow's questions. */
function siteOf({ platform, channel }: MadeUpPost): string | undefined {
  return platform === 'github' ? 'stackoverflow' : platform === 'stackexchange' ? channel : undefined
}

function presentQuestion(question: Question) {
  return {
    question_id: question.number,
    creation_date: question.time,
    link: question.url,
    title: escapeHtml(question.title ?? ''),
    body: toParagraphs(question.text)
      .map((paragraph) => `<p>${paragraph}</p>`)
      .join('\n'),
    answer_count: question.comments,
    score: question.points,
    content_license: 'CC BY-SA 4.0',
    owner: presentOwner(question),
  }
}

function presentOwner({ number, site, author }: Question) {
  return { user_id: number, display_name: escapeHtml(author), link: `https://${site}.example/users/${number}` }
}

function presentUser(question: Question, askers: ReadonlyMap<string, Asker>) {
  const { location, website } = askers.get(question.author) ?? {}
  return { ...presentOwner(question), location, website_url: website }
}
