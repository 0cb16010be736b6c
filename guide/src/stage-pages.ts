import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'

/** A link or picture in Markdown that is no address of the web: `!`, words, path, and the anchor. */
const LINK = /(!?)\[([^[\]]*)\]\((?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]+)?\)/g

/** A page of the site: its path there, without an extension, and its heading. */
export interface Page {
  path: string
  title: string
}

/**
 * Writes the pages of `docs` to `folder`, emptied first, in the form that the generator takes: the guide's own at the
 * top, each README as the first of its folder, links by these paths, pictures in both themes. What lies outside `docs`
 * is no part of the site, so of a link to it the words stay. Returns the pages.
 */
export function stagePages(docs: string, folder: string): Page[] {
  rmSync(folder, { recursive: true, force: true })
  const files = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
  return files.sort().map((file) => {
    const source = file.replaceAll('\\', '/')
    const text = readFileSync(join(docs, source), 'utf8')
    const path = pagePath(source)
    const staged = join(folder, `${path}.md`)
    mkdirSync(dirname(staged), { recursive: true })
    writeFileSync(
      staged,
      text.replaceAll(LINK, (...match: string[]) => {
        const [, mark, words = '', target = '', anchor = ''] = match
        const named = posix.join(dirname(source), target)
        return mark ? pictures(words, join(docs, named), dirname(staged)) : link(words, named, path, anchor)
      }),
    )
    return { path, title: /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? path }
  })
}

/** Where the page of a file of `docs` stands in the site. */
export function pagePath(source: string): string {
  const path = source.replace(/^guide\//, '').replace(/\.md$/, '')
  return path.replace(/(^|\/)README$/, '$1index')
}

function link(words: string, named: string, page: string, anchor: string): string {
  if (named.startsWith('..')) return words
  const path = pagePath(named.endsWith('.md') ? named : `${named}/README.md`)
  const target = posix.relative(dirname(page), path)
  return `[${words}](${target.startsWith('.') ? target : `./${target}`}.md${anchor})`
}

/** A picture's title says for which theme it is; `theme-pictures.ts` reads it. */
function pictures(words: string, file: string, folder: string): string {
  const address = (path: string) => relative(folder, path).replaceAll('\\', '/')
  const dark = file.replace(/-light-(\d+\.\w+)$/, '-dark-$1')
  if (dark === file || !existsSync(dark)) return `![${words}](${address(file)})`
  return `![${words}](${address(file)} "light") ![${words}](${address(dark)} "dark")`
}
