import { afterPaint } from '../../lib/after-paint.ts'

let isAhead = false

/** Loads the reading pane and what it shows at once, which is otherwise loaded piece by piece when a lead is opened. */
export async function loadLeadPane(): Promise<void> {
  isAhead = true
  await Promise.all([
    import('./lead-pane.tsx'),
    import('./lead-triage.tsx'),
    import('./correct-signals.tsx'),
    import('./lead-drafts.tsx'),
    import('./lead-notes.tsx'),
    import('./lead-history.tsx'),
  ])
}

/** Resolves when a part of an open lead may be loaded: at once where it was asked for ahead, else once the post is drawn. */
export async function afterPost(): Promise<void> {
  if (!isAhead) await afterPaint()
}
