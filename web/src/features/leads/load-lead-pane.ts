import { loadPartsAhead } from './pane-parts.ts'

/** Loads the reading pane and what it shows at once, which is otherwise loaded piece by piece when a lead is opened. */
export async function loadLeadPane(): Promise<void> {
  loadPartsAhead()
  await Promise.all([
    import('./lead-pane.tsx'),
    import('./lead-triage.tsx'),
    import('./correct-signals.tsx'),
    import('./lead-drafts.tsx'),
    import('./lead-notes.tsx'),
    import('./lead-history.tsx'),
  ])
}
