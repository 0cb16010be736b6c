import type { CorpusPost } from './corpus.ts'
import { json, startDouble } from './double-server.ts'
import type { Answer, Double, DoubleOptions, Question } from './double-server.ts'

const TOKEN = 'made-up-developer-token-a1b2'

export interface ProductHuntDouble extends Double {
  /** For PRODUCT_HUNT_API_URL. */
  apiUrl: string
  key: { token: string }
}

interface ProductHuntOptions extends DoubleOptions {
  posts: readonly CorpusPost[]
}

interface Variables {
  first: number
  after: string | null
  since: string
  until: string
  topic: string | null
}

/** GraphQL's `posts`, newest first, with cursors. */
export async function startProductHuntDouble(options: ProductHuntOptions): Promise<ProductHuntDouble> {
  const posts = options.posts
    .map((post, position) => ({ id: String(position + 1), post }))
    .toSorted((a, b) => b.post.createdAt.getTime() - a.post.createdAt.getTime())

  function answer({ url: { pathname }, headers, body }: Question): Answer {
    if (headers.authorization !== `Bearer ${TOKEN}`) return json({ errors: [{ error: 'invalid_oauth_token' }] }, 401)
    if (pathname !== '/v2/api/graphql') return json({ error: 'not found' }, 404)
    const { variables } = JSON.parse(body) as { variables: Variables }
    const [since, until] = [new Date(variables.since), new Date(variables.until)]
    const found = posts.filter(({ post }) => post.createdAt >= since && post.createdAt < until)
    const from = Number(variables.after ?? 0)
    const end = from + Math.min(variables.first, 20)
    const edges = found.slice(from, end).map((one) => ({ node: present(one) }))
    return json({ data: { posts: { edges, pageInfo: { endCursor: String(end), hasNextPage: end < found.length } } } })
  }

  const told = { 'x-rate-limit-limit': '6250', 'x-rate-limit-remaining': '6010', 'x-rate-limit-reset': '850' }
  const double = await startDouble((question) => {
    const answered = answer(question)
    return { ...answered, headers: { ...told, ...answered.headers } }
  }, options)
  return { ...double, apiUrl: `${double.url}/v2`, key: { token: TOKEN } }
}

function present({ id, post }: { id: string; post: CorpusPost }) {
  return {
    id,
    name: post.title ?? 'Untitled',
    tagline: null,
    description: post.text,
    url: `https://www.producthunt.example/posts/${id}`,
    createdAt: post.createdAt.toISOString(),
    votesCount: post.points,
    commentsCount: post.comments,
    user: { id: `u-${post.author}`, name: post.author, username: post.author },
  }
}
