import { Parser } from 'htmlparser2'
import type { Handler } from 'htmlparser2'
import { takeTurns } from './take-turns.ts'

const CHUNK_CHARS = 4_096
const DEPTH_MAX = 500

/**
 * Walks through HTML of any origin. Elements nested deeper than 500 are not read: the parser's work grows with the
 * square of the depth, and no honest page needs it.
 */
export function parseHtml(html: string, handler: Partial<Handler>): void {
  for (const _ of parseInPieces(html, handler));
}

/** As `parseHtml`, for a whole page: others have their turn meanwhile. */
export async function parsePage(html: string, handler: Partial<Handler>): Promise<void> {
  const turns = takeTurns()
  for (const piece of parseInPieces(html, handler)) await turns.after(piece.length)
}

function* parseInPieces(html: string, handler: Partial<Handler>): Generator<string> {
  let depth = 0
  const isReadable = () => depth <= DEPTH_MAX
  const parser = new Parser(
    {
      ...handler,
      onopentag(name, attributes, isImplied) {
        depth += 1
        handler.onopentag?.(name, attributes, isImplied)
      },
      onclosetag(name, isImplied) {
        depth -= 1
        handler.onclosetag?.(name, isImplied)
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  for (let from = 0; from < html.length && isReadable(); from += CHUNK_CHARS) {
    const piece = html.slice(from, from + CHUNK_CHARS)
    parser.write(piece)
    yield piece
  }
  if (isReadable()) parser.end()
}
