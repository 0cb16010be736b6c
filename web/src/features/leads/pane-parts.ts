import { afterPaint } from '../../lib/after-paint.ts'

let isAhead = false

/** Says that the parts of an open lead are loaded before one is opened. */
export function loadPartsAhead(): void {
  isAhead = true
}

/** Resolves when a part of an open lead may be loaded: at once where all are loaded ahead, else once the post is drawn. */
export async function afterPost(): Promise<void> {
  if (!isAhead) await afterPaint()
}
