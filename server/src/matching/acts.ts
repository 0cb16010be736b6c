/** What an author can be doing in a post. A signal asks for some of these; a post shows one or two. */
export const ACTS = [
  'ask_recommendation',
  'compare_switch',
  'ask_help',
  'ask_advice',
  'ask_feedback',
  'request_feature',
  'complain',
  'hire',
  'seek_work',
  'announce',
  'inform',
  'discuss',
  'other',
] as const

export type Act = (typeof ACTS)[number]
