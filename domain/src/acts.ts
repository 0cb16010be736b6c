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

/** Each act as a phrase after `The author`. */
export const ACT_WORDING: Readonly<Record<Act, string>> = {
  ask_recommendation: 'asks for a recommendation',
  compare_switch: 'compares or wants to switch',
  ask_help: 'asks for help with a problem',
  ask_advice: 'asks for advice',
  ask_feedback: 'asks for feedback on their own work',
  request_feature: 'reports a defect or asks for a feature',
  complain: 'complains',
  hire: 'offers work or looks for someone to hire',
  seek_work: 'offers their own services',
  announce: 'announces something of their own',
  inform: 'passes on news or teaches',
  discuss: 'opens a general discussion',
  other: 'does something else',
}

/** Each act as a phrase after `Posts that`. */
export const ACT_WORDING_OF_POSTS: Readonly<Record<Act, string>> = {
  ask_recommendation: 'ask for a recommendation',
  compare_switch: 'compare or want to switch',
  ask_help: 'ask for help with a problem',
  ask_advice: 'ask for advice',
  ask_feedback: 'ask for feedback on their own work',
  request_feature: 'report a defect or ask for a feature',
  complain: 'complain',
  hire: 'offer work or look for someone to hire',
  seek_work: 'offer services of their own',
  announce: 'announce something of their own',
  inform: 'pass on news or teach',
  discuss: 'open a general discussion',
  other: 'do something else',
}
