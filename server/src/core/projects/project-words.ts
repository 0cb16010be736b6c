import { readBusinessWords, type BusinessWords } from './business-words.ts'
import type { Project } from './project-store.ts'

/** What the project's own profile says of the business; `more` are further words, such as its website's. */
export function projectWords(project: Project, more: readonly string[] = []): BusinessWords {
  const own = [project.businessDescription, ...more, project.purpose].filter((text) => text !== null)
  return readBusinessWords({ name: project.businessName, sentences: own })
}
