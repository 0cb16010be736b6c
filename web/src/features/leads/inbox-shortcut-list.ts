/** The shortcuts of the posts screen by subject, as `use-inbox-shortcuts.ts` binds them. */
export const INBOX_SHORTCUTS = [
  {
    title: 'Through the posts',
    entries: [
      { keys: ['j'], does: 'Next lead' },
      { keys: ['k'], does: 'Previous lead' },
      { keys: ['Home'], does: 'First lead' },
      { keys: ['End'], does: 'Last lead that is loaded; more follow' },
      { keys: ['Enter'], does: 'Open the lead' },
      { keys: ['x'], does: 'Select the lead' },
      { keys: ['/'], does: 'Search' },
      { keys: ['Esc'], does: 'Clear the selection, or back to the list' },
    ],
  },
  {
    title: 'The selected leads, or the one you are at',
    entries: [
      { keys: ['1–9'], does: 'Set that status and go on to the next lead' },
      { keys: ['0'], does: 'Take the status away and go on' },
      { keys: ['e'], does: 'Set the next status and stay' },
      { keys: ['s'], does: 'Star' },
      { keys: ['u'], does: 'Mark as unread or read' },
      { keys: ['#'], does: 'Delete and go on to the next lead' },
      { keys: ['z'], does: 'Undo the last change' },
      { keys: ['+'], does: 'A good lead; again takes it back' },
      { keys: ['-'], does: 'A poor lead; again takes it back' },
      { keys: ['r'], does: 'Draft a reply' },
      { keys: ['m'], does: 'Draft a direct message, where the platform has them' },
    ],
  },
] as const
