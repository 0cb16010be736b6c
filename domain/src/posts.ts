/**
 * The text in which evidence is counted: title, line break, body; the body alone without a title. Offsets into it are
 * UTF-16 units.
 */
export function postText(title: string | null, body: string): string {
  return title ? `${title}\n${body}` : body
}

/** Where the body starts in `postText(title, …)`; 0 without a title. */
export function bodyStart(title: string | null): number {
  return title ? title.length + 1 : 0
}
