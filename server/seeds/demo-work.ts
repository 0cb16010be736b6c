import { updateDraftReply } from '@leadlight/contract/drafts'
import { addNote, assignLead, createView, giveFeedback, updateLeadsStatus } from '@leadlight/contract/lead-work'
import { listLeads, markDeleted, markRead, starLead, type LeadList, type LeadRow } from '@leadlight/contract/leads'
import { listLeadStatuses, type Status } from '@leadlight/contract/statuses'
import { call, type Seeded } from './demo-project.ts'

/** What the team writes to itself; `@` is whoever the lead was given to. */
const NOTES = [
  '@ can you answer this one? Say how long moving their books takes.',
  'Asked before, in spring. Still on a spreadsheet.',
  '@ they want an accountant login. We have that since June, please say so.',
  'Two currencies and reminders: that is us. Be short, this place dislikes long answers.',
]
const FATES = ['Answered', 'To answer', null, 'Talking', 'Not a fit', 'Answered', null, 'To answer'] as const
/** The newest leads wait for whoever tries the demo. */
const LEFT_ALONE_DAYS = 1

/** The conversation that was won, by what its lead says, with what was done at each visit. */
const WON = {
  says: 'We outgrew the free plan of Sumwick',
  reply:
    'We make Larkbill, so take this with salt: at nine people you want approval before an invoice leaves, and that is where most small tools stop. Ours has it, with dollars beside euros and a login for your accountant. Your Sumwick contacts and open invoices can be imported as they are. Happy to do the import with you.',
  steps: [
    { status: 'Answered', note: 'Answered in the thread. They asked how the approval works.' },
    {
      status: 'Talking',
      note: 'They wrote back: "Tried the import on Friday, all thirty open invoices were there." Call on Tuesday.',
    },
    { status: 'Won', note: 'Nine seats from the first of the month. Their accountant signed up as well.' },
  ],
} as const

/** One visit of the team: it works on what was found since the last one. `people` are signed in, in the order of `team`. */
export async function seedWork(people: readonly Seeded[], team: readonly string[], daysAgo: number): Promise<void> {
  const [owner] = people
  if (!owner) return
  const statuses = await call<Status[]>(owner, listLeadStatuses, '')
  const statusOf = (name: string) => statuses.find((status) => status.name === name)?.id
  const list = (query: string) => call<LeadList>(owner, { ...listLeads, path: `${listLeads.path}?${query}` }, '')
  await goOnWithWon(people, statusOf, (await list(`search_text=${encodeURIComponent(`"${WON.says}"`)}`)).items[0])
  if (daysAgo < LEFT_ALONE_DAYS) return
  const { items } = await list('read=false&sort_by=score&limit=30')
  for (const [index, lead] of items.entries()) {
    if (index % 5 === 4) continue
    await workOn(lead, { index: index + Math.floor(daysAgo), people, team, statusOf })
  }
}

interface Work {
  index: number
  people: readonly Seeded[]
  team: readonly string[]
  statusOf: (name: string) => string | undefined
}

async function workOn({ id }: LeadRow, { index, people, team, statusOf }: Work): Promise<void> {
  const person = people[index % people.length]
  const assignee = team[(index + 1) % team.length]
  const fate = FATES[index % FATES.length] ?? null
  if (!person || assignee === undefined) return
  await call(person, markRead, '', { lead_ids: [id] })
  if (fate !== null) await call(person, updateLeadsStatus, '', { status_config_id: statusOf(fate), lead_ids: [id] })
  if (fate === 'To answer' || fate === 'Talking') await call(person, assignLead, id, { user_id: assignee })
  if (fate === 'Talking') await call(person, giveFeedback, id, { feedback: 'positive' })
  if (fate === 'Talking' || index % 7 === 0) await call(person, starLead, id, { starred: true })
  const note = index % 3 === 0 ? NOTES[(index / 3) % NOTES.length] : undefined
  if (note !== undefined) await call(person, addNote, id, { text: note.replace('@', `@[${assignee}]`) })
  if (index % 11 === 4) await call(person, markDeleted, '', { lead_ids: [id] })
}

/** The next step of the conversation, once its lead is there. */
async function goOnWithWon(people: readonly Seeded[], statusOf: Work['statusOf'], lead: LeadRow | undefined) {
  const person = people[1]
  if (!person || !lead) return
  const done = WON.steps.findIndex(({ status }) => statusOf(status) === lead.status_config_id)
  const step = WON.steps[done + 1]
  if (!step) return
  if (done === -1) {
    await call(person, updateDraftReply, lead.id, { draft: WON.reply })
    await call(person, markRead, '', { lead_ids: [lead.id] })
    await call(person, starLead, lead.id, { starred: true })
  }
  await call(person, updateLeadsStatus, '', { status_config_id: statusOf(step.status), lead_ids: [lead.id] })
  await call(person, addNote, lead.id, { text: step.note })
}

/** A view for everybody. */
export async function seedView(place: Seeded): Promise<void> {
  await call(place, createView, '', { name: 'Unread, best first', query: 'read=false&sort_by=score', is_shared: true })
}
