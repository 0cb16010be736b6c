import { unpackVector } from '@leadlight/engine/embedding/vector-bytes'
import { findThemes, type FoundTheme } from '@leadlight/engine/themes/find-themes'
import { answerQuestions } from '../../platform/kept-thread.ts'

export interface ThemeQuestion {
  posts: readonly { id: string; text: string; vector: Uint8Array }[]
  themeOf: ReadonlyMap<string, string>
  namedBy: ReadonlySet<string>
}

answerQuestions<ThemeQuestion, FoundTheme[]>(({ posts, ...former }) =>
  Promise.resolve(
    findThemes(
      posts.map((post) => ({ ...post, vector: unpackVector(post.vector) })),
      former,
    ),
  ),
)
