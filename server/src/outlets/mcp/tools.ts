import * as companies from '@leadlight/contract/companies'
import * as drafts from '@leadlight/contract/drafts'
import type { Endpoint } from '@leadlight/contract/endpoint'
import * as work from '@leadlight/contract/lead-work'
import * as leads from '@leadlight/contract/leads'
import { getCredits } from '@leadlight/contract/organization'
import * as people from '@leadlight/contract/people'
import * as projects from '@leadlight/contract/projects'
import * as signals from '@leadlight/contract/signals'
import * as statuses from '@leadlight/contract/statuses'

/** A call of the API as a tool, described for readers who see nothing else of it. */
export interface Tool {
  name: string
  endpoint: Endpoint
  description: string
  /** The tool's name for the path's `id`. */
  idIs?: string
  /** Always sent, and not an argument. */
  fixed?: Readonly<Record<string, unknown>>
  /** Sent unless the caller says otherwise. */
  usual?: Readonly<Record<string, unknown>>
  /** Not offered as arguments. */
  without?: readonly string[]
  /** Whether its answer holds text by strangers. */
  isUntrusted?: boolean
}

export const TOOLS: readonly Tool[] = [
  {
    name: 'list_projects',
    endpoint: projects.listProjects,
    description: 'The projects you can see, with their ids and how many unread leads they have. Start here.',
  },
  {
    name: 'get_project',
    endpoint: projects.getProject,
    idIs: 'project_id',
    description: 'One project: the business it is for, as its profile says.',
    isUntrusted: true,
  },
  {
    name: 'get_credits',
    endpoint: getCredits,
    description: 'How many credits the organization has left.',
  },
  {
    name: 'list_signals',
    endpoint: signals.listIntentSignals,
    description: 'A project’s intent signals: what it looks for, each with its last search, monitoring and quality.',
  },
  {
    name: 'create_signal',
    endpoint: signals.createIntentSignal,
    description:
      'Saves an intent signal, a sentence about who is looked for, such as “teams asking for an alternative to Asana”. Nothing is searched yet: see run_search. Preview it first.',
  },
  {
    name: 'preview_signal',
    endpoint: signals.previewSignal,
    description: 'What a signal would catch. Free; nothing is saved.',
    isUntrusted: true,
  },
  {
    name: 'run_search',
    endpoint: signals.runSearch,
    idIs: 'signal_id',
    description:
      'Starts a search for a signal, which may spend credits up to its budget. Look at list_searches for how it goes.',
  },
  {
    name: 'list_searches',
    endpoint: signals.listSearches,
    description: 'A project’s latest searches and how far they are, newest first.',
  },
  {
    name: 'list_leads',
    endpoint: leads.listLeads,
    description:
      'A project’s leads that pass the filters, newest first unless sorted otherwise, with a passage of each post. Go on with `cursor`.',
    usual: { limit: 20 },
    without: ['skip'],
    isUntrusted: true,
  },
  {
    name: 'get_lead',
    endpoint: leads.getLead,
    idIs: 'lead_id',
    description: 'One lead: its whole post, why it matches which signal, its drafts and its author.',
    isUntrusted: true,
  },
  {
    name: 'mark_leads_read',
    endpoint: leads.markRead,
    description: 'Marks leads as read for the whole team: those of `lead_ids`, or all that pass `filter`.',
  },
  {
    name: 'list_statuses',
    endpoint: statuses.listLeadStatuses,
    description: 'The statuses that a project’s leads can have, with their ids.',
  },
  {
    name: 'set_lead_status',
    endpoint: work.updateLeadsStatus,
    description:
      'Sets the status of leads, or takes it away with null: those of `lead_ids`, or all that pass `filter`.',
  },
  {
    name: 'give_feedback',
    endpoint: work.giveFeedback,
    idIs: 'lead_id',
    description: 'Says whether a lead is a good one, which what is judged later learns from; null takes it back.',
    isUntrusted: true,
  },
  {
    name: 'draft_reply',
    endpoint: drafts.draftMessage,
    idIs: 'lead_id',
    fixed: { message_type: 'reply', stream: false },
    description:
      'Writes a reply to a lead’s post, for a person to look at. It is kept with the lead and never posted. May spend credits.',
    isUntrusted: true,
  },
  {
    name: 'draft_direct_message',
    endpoint: drafts.draftMessage,
    idIs: 'lead_id',
    fixed: { message_type: 'dm', stream: false },
    description:
      'Writes a direct message to a lead’s author, for a person to look at. It is kept with the lead and never sent. May spend credits.',
    isUntrusted: true,
  },
  {
    name: 'list_people',
    endpoint: people.listPeople,
    description:
      'The people behind a project’s leads who pass the filters, those who posted last first unless sorted otherwise. Go on with `cursor`.',
    usual: { limit: 20 },
    without: ['skip'],
    isUntrusted: true,
  },
  {
    name: 'get_person',
    endpoint: people.getPerson,
    idIs: 'person_id',
    description: 'One person: their accounts, what is known of them and from where, and their posts.',
    isUntrusted: true,
  },
  {
    name: 'set_people_status',
    endpoint: people.updatePeopleStatus,
    description:
      'Sets the status of people, or takes it away with null: those of `person_lead_ids` (ids of list_people), or all that pass `filter`. Ids of statuses: list_prospect_statuses.',
  },
  {
    name: 'list_prospect_statuses',
    endpoint: statuses.listProspectStatuses,
    description: 'The statuses that a project’s people and companies can have, with their ids.',
  },
  {
    name: 'draft_message_to_person',
    endpoint: people.draftPersonMessage,
    idIs: 'person_id',
    fixed: { stream: false },
    description:
      'Writes a direct message to a person from their newest post, for somebody to look at. It is kept with the person and never sent. May spend credits.',
    isUntrusted: true,
  },
  {
    name: 'list_companies',
    endpoint: companies.listCompanies,
    description:
      'The companies of the people behind a project’s leads, those heard of last first. Go on with `cursor`.',
    usual: { limit: 20 },
    without: ['skip'],
    isUntrusted: true,
  },
  {
    name: 'get_company',
    endpoint: companies.getCompany,
    idIs: 'company_id',
    description: 'One company: what is known of it and from where, its people and their posts.',
    isUntrusted: true,
  },
]
