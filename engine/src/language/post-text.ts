/** A post's title and text as one string. Every offset of the matcher refers to it, in UTF-16 units. */
export function postText(post: { title: string | null; text: string }): string {
  return [post.title ?? '', post.text].filter((part) => part.trim() !== '').join('\n')
}

const SKIPPED = /https?:\/\/[^\s)\]]+|<\/?[a-z][^<>\n]{0,200}>|&(?:amp|lt|gt|quot|apos|nbsp|#39|#x27|#x2F);|[*_`~^|]+/gi

/**
 * The same text with what a reader skips (links, markup, entities) replaced by as many spaces, so that offsets hold in
 * both.
 */
export function blankMarkup(text: string): string {
  return text.replace(SKIPPED, (skipped) => (skipped.startsWith('&#') ? "'" : ' ').padEnd(skipped.length))
}
