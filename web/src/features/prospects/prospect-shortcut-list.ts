/** The shortcuts of the lists of people and companies, as `lib/rows/list-shortcuts.ts` binds them. */
export const PROSPECT_SHORTCUTS = [
  {
    title: 'People and companies',
    entries: [
      { keys: ['j'], does: 'Next one' },
      { keys: ['k'], does: 'Previous one' },
      { keys: ['Enter'], does: 'Open the page' },
      { keys: ['x'], does: 'Select' },
      { keys: ['1–9'], does: 'Set that status and go on' },
      { keys: ['0'], does: 'Take the status away and go on' },
      { keys: ['e'], does: 'Set the next status and stay' },
      { keys: ['#'], does: 'Delete and go on' },
      { keys: ['z'], does: 'Undo the last change' },
      { keys: ['m'], does: 'Draft a message to the open person' },
    ],
  },
] as const
