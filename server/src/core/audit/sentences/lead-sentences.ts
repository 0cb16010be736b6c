import { say, type Part, type Telling } from '../telling.ts'
import type { Sentences } from './sentence.ts'

export const LEAD_SENTENCES: Sentences = {
  updateLeadsStatus: (telling) => statusSet(telling, telling.those('lead', 'lead_ids')),
  markLeadsAsRead: ({ those }) => say`marked ${those('lead', 'lead_ids')} as read`,
  markLeadsAsUnread: ({ those }) => say`marked ${those('lead', 'lead_ids')} as unread`,
  markLeadsAsDeleted: ({ those }) => say`deleted ${those('lead', 'lead_ids')}`,
  markLeadsAsUndeleted: ({ those }) => say`brought back ${those('lead', 'lead_ids')}`,
  undoLeads: (telling) => undone(telling, telling.those('lead', 'lead_ids')),
  readLead: ({ the }) => say`marked ${the('lead')} as read`,
  starLead: ({ the, value }) =>
    value('starred') === 'false' ? say`took the star from ${the('lead')}` : say`starred ${the('lead')}`,
  giveFeedback: ({ the, value }) => {
    const feedback = value('feedback')
    if (feedback === 'positive') return say`said that ${the('lead')} is a good one`
    if (feedback === 'negative') return say`said that ${the('lead')} is not a good one`
    return say`took back the feedback on ${the('lead')}`
  },
  correctLead: ({ the, count }) => {
    const signals = count('intent_signals')
    if (signals === 0) return say`said that ${the('lead')} matches no signal`
    return say`said that ${the('lead')} matches ${signals === 1 ? the('signal', 'intent_signals') : `${signals} signals`}`
  },
  assignLead: ({ the, just, value }) => {
    const isNobody = (value('user_id') ?? 'none') === 'none'
    return say`assigned ${the('lead')} to ${isNobody ? 'nobody' : just('account', 'user_id')}`
  },
  addNote: ({ the }) => say`added a note to ${the('lead')}`,
  removeNote: ({ the }) => say`deleted a note of ${the('lead')}`,
  exportLeads: (telling) => exported(telling, 'leads', 'lead'),
  draftMessage: ({ the, value }) =>
    say`had a ${value('message_type') === 'dm' ? 'direct message' : 'reply'} drafted to ${the('lead')}`,
  updateDraftDm: ({ the }) => say`edited the direct message to ${the('lead')}`,
  makeLeadNotice: ({ the }) => say`made a link that tells the author of ${the('lead')} what is held of them`,
  updateDraftReply: ({ the }) => say`edited the reply to ${the('lead')}`,
}

export const PROSPECT_SENTENCES: Sentences = {
  updatePeopleStatus: (telling) => statusSet(telling, telling.those('person', 'person_lead_ids')),
  markPeopleDeleted: ({ those }) => say`deleted ${those('person', 'person_lead_ids')}`,
  markPeopleUndeleted: ({ those }) => say`brought back ${those('person', 'person_lead_ids')}`,
  undoPeople: (telling) => undone(telling, telling.those('person', 'person_lead_ids')),
  exportPeople: (telling) => exported(telling, 'people', 'person'),
  draftPersonMessage: ({ the }) => say`had a direct message drafted to ${the('person')}`,
  updatePersonDraft: ({ the }) => say`edited the direct message to ${the('person')}`,
  refreshPerson: ({ the }) => say`had the profiles of ${the('person')} read again`,
  makePersonNotice: ({ the }) => say`made a link that tells ${the('person')} what is held of them`,
  exportHeld: ({ the }) => say`exported what is held about ${the('person')}`,
  erasePerson: 'erased a person for good',
  findIdentities: 'had the project’s people compared anew',
  acceptIdentity: 'made one person of two',
  dismissIdentity: 'said that two people are not one',
  reopenIdentity: 'took back that two people are not one',
  mergePeople: ({ the }) => say`made one person of ${the('person')} and another`,
  unmergePeople: 'made two people of one again',
  updateCompaniesStatus: (telling) => statusSet(telling, telling.those('company', 'company_lead_ids')),
  markCompaniesDeleted: ({ those }) => say`deleted ${those('company', 'company_lead_ids')}`,
  markCompaniesUndeleted: ({ those }) => say`brought back ${those('company', 'company_lead_ids')}`,
  undoCompanies: (telling) => undone(telling, telling.those('company', 'company_lead_ids')),
  exportCompanies: (telling) => exported(telling, 'companies', 'company'),
  refreshCompany: ({ the }) => say`had the website of ${the('company')} read again`,
  acceptCompany: 'said that a person belongs to a company',
  dismissCompany: 'said that a person does not belong to a company',
  reopenCompany: 'took back whether a person belongs to a company',
}

export const SIGNAL_SENTENCES: Sentences = {
  createIntentSignal: ({ the }) => say`added ${the('signal')}`,
  updateIntentSignal: ({ the, value }) =>
    say`changed ${the('signal')}${value('do_reanalyze') === 'true' ? ' and had its posts judged again' : ''}`,
  watchNames: ({ the }) => say`has names watched by ${the('signal')}`,
  updateNames: ({ the }) => say`changed the names of ${the('signal')}`,
  importNames: 'imported a list of names to watch',
  deleteIntentSignal: ({ removed }) => say`deleted ${removed('signal')}`,
  runSearch: ({ the }) => say`started a search for ${the('signal')}`,
  stopSearch: ({ the }) => say`stopped the search for ${the('signal')}`,
  enableMonitoring: ({ the, value }) =>
    say`has ${the('signal')} monitored for at most ${value('monthly_credit_budget') ?? 'some'} credits a month`,
  disableMonitoring: ({ the }) => say`stopped monitoring ${the('signal')}`,
  answerSignalAudit: ({ the, value }) => {
    const answer = value('answer')
    if (answer === undefined || answer === 'none')
      return say`took back an answer about a passed-over post of ${the('signal')}`
    return say`answered whether a passed-over post fits ${the('signal')}`
  },
  keepPassedOverPost: ({ the, value }) => {
    const signal = the('signal', 'intent_signal')
    if (value('kept') === 'false') return say`took back that a post passed over by ${signal} is a lead`
    return say`kept a post passed over by ${signal} as a lead`
  },
}

function statusSet({ just, value }: Telling, those: Part[]): Part[] {
  if ((value('status_config_id') ?? 'none') === 'none') return say`took the status from ${those}`
  return say`set ${those} to ${just('status', 'status_config_id')}`
}

function undone({ value }: Telling, those: Part[]): Part[] {
  const field = value('field')
  if (field === 'status') return say`gave ${those} their earlier status again`
  if (field === 'deleted') return say`undid deleting or bringing back ${those}`
  return say`undid marking ${those} as read or unread`
}

function exported({ value }: Telling, field: string, kind: keyof typeof COUNT_WORDS): Part[] {
  const count = Number(value(field) ?? 0)
  const words = `${count.toLocaleString('en')} ${COUNT_WORDS[kind][count === 1 ? 0 : 1]}`
  return say`exported ${words}${value('format') ? ` as ${value('format')?.toUpperCase() ?? ''}` : ''}`
}

const COUNT_WORDS = {
  lead: ['lead', 'leads'],
  person: ['person', 'people'],
  company: ['company', 'companies'],
} as const
