import { describe, expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '@leadlight/testing/test-database'

const { pool } = await openTestDatabase()

/**
 * Ledger entries name a project and stay with whoever paid for it. Monitoring changes name one mostly when it goes, and
 * are deleted within the hour.
 */
const STAYS = ['credit_entry', 'monitoring_change']

/**
 * The columns of a project's data that name a person, and what becomes of them when it moves. Whoever adds one decides
 * the same for it, in `moveProject` if it must not move.
 */
const PEOPLE = {
  'idempotent_call.account_id': 'what was asked in the former organization is no longer answered again: deleted',
  'lead.assignee_id': 'nobody of the former organization answers its leads any more: emptied',
  'lead_correction.account_id': 'what was said of a lead stays, who said it is left behind: emptied',
  'lead_history.account_id': 'what was done stays, who did it is left behind: emptied',
  'lead_note.account_id': 'what was noted stays, who wrote it is left behind: emptied',
  'project_guest.account_id': 'guests of the former organization no longer see the project: deleted',
  'saved_view.account_id': "one's own views are left behind: deleted; the team's go along: emptied",
  'project_key.set_by': 'keys to platforms are left behind: deleted',
  'signal_audit_post.account_id': 'what was answered stays, who answered is left behind: emptied',
  'signal_label.account_id': 'what is learned from stays, who said it is left behind: emptied',
  'signal_monitor.enabled_by': 'what monitoring costs is for the new organization to say: deleted',
  'smart_column.asked_by': 'columns go along, who asked for them is left behind: emptied',
  'notification_setting.account_id': 'people of the former organization are mailed no more: deleted',
  'notification_mail.account_id': 'what they were mailed is left behind: deleted',
  'notification_lead.account_id': 'what they were mailed is left behind: deleted',
  'slack_connection.connected_by': 'Slack is left behind: deleted',
  'slack_journey.account_id': 'a way to Slack does not end in another organization: deleted',
  'webhook.created_by': 'webhooks are left behind: deleted',
  'receiving_address.created_by': 'receiving addresses are left behind: deleted',
  'project_transfer.requested_by': 'who handed it over: kept until they are told, shown to nobody',
}

const CASCADE = 'c'
const SET_NULL = 'n'

interface Reference {
  child: string
  parent: string
  columns: string[]
  onUpdate: string
  onDelete: string
  /** The columns that `set null` clears, if not all. */
  emptied: string[] | null
}

async function listReferences(): Promise<Reference[]> {
  const { rows } = await pool.query<Reference>(`
    select child.relname as child, parent.relname as parent, o.confupdtype as "onUpdate", o.confdeltype as "onDelete",
      (select json_agg(a.attname) from pg_attribute a where a.attrelid = o.conrelid and a.attnum = any(o.conkey)) as columns,
      (select json_agg(a.attname) from pg_attribute a where a.attrelid = o.conrelid and a.attnum = any(o.confdelsetcols)) as emptied
    from pg_constraint o join pg_class child on child.oid = o.conrelid join pg_class parent on parent.oid = o.confrelid
    where o.contype = 'f' and o.conparentid = 0 and child.relnamespace = 'public'::regnamespace order by o.conname`)
  return rows
}

async function listTablesWith(column: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = $1 order by 1`,
    [column],
  )
  return rows.map(({ name }) => name)
}

/** The tables that refer to one of these, to one that does, and so on, by references that `counts` accepts. */
function reach(
  start: string,
  references: readonly Reference[],
  counts: (reference: Reference) => boolean,
): Set<string> {
  const reached = new Set([start])
  for (let size = 0; size !== reached.size;) {
    size = reached.size
    for (const reference of references) {
      if (reached.has(reference.parent) && counts(reference)) reached.add(reference.child)
    }
  }
  return reached
}

/** References that would keep their rows with the former organization when a project moves, or stop the move. */
async function findThoseThatDoNotFollow(): Promise<string[]> {
  const references = await listReferences()
  const tenants = await listTablesWith('organization_id')
  const inProjects = reach('project', references, () => true)
  const follows = ({ columns, onUpdate, onDelete, emptied }: Reference) =>
    columns.includes('organization_id') &&
    onUpdate === CASCADE &&
    (onDelete === CASCADE || (onDelete === SET_NULL && emptied?.includes('organization_id') === false))
  return references
    .filter((reference) => tenants.includes(reference.child) && inProjects.has(reference.parent))
    .filter((reference) => !follows(reference))
    .map(({ child, parent }) => `${child} to ${parent}`)
}

/** Tables that name a project but are not reached when it moves or goes. */
async function findThoseThatDoNotHear(): Promise<string[]> {
  const hearing = reach('project', await listReferences(), () => true)
  return (await listTablesWith('project_id')).filter((name) => !hearing.has(name) && !STAYS.includes(name))
}

/** Columns of rows that move with a project and name a person. */
async function findPeople(): Promise<string[]> {
  const references = await listReferences()
  const inProjects = reach('project', references, () => true)
  return references
    .filter(({ child, parent }) => parent === 'account' && inProjects.has(child))
    .map(({ child, columns }) => `${child}.${columns.join(',')}`)
}

/** Tables that would outlive their organization. */
async function findThoseThatStay(): Promise<string[]> {
  const going = reach('organization', await listReferences(), ({ onDelete }) => onDelete === CASCADE)
  return (await listTablesWith('organization_id')).filter((name) => !going.has(name))
}

async function makeTable(columns: string): Promise<void> {
  await pool.query(`create table forgetful (${columns})`)
  onTestFinished(async () => void (await pool.query('drop table forgetful')))
}

describe('every table', () => {
  test('that refers into a project names the organization too, and follows the project to another', async () => {
    expect(await findThoseThatDoNotFollow()).toEqual([])
  })

  test('that names a project is reached when the project moves or goes', async () => {
    expect(await findThoseThatDoNotHear()).toEqual([])
  })

  test('that names an organization is reached when the organization goes', async () => {
    expect(await findThoseThatStay()).toEqual([])
  })
})

test('that names a person in a project has a rule for a move', async () => {
  expect((await findPeople()).toSorted()).toEqual(Object.keys(PEOPLE).toSorted())
})

describe('the check detects a table', () => {
  test('that follows its project only into deletion', async () => {
    await makeTable(`organization_id uuid not null, project_id uuid not null,
      foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade`)
    expect(await findThoseThatDoNotFollow()).toEqual(['forgetful to project'])
  })

  test('that refers to what is in a project without naming the organization', async () => {
    await makeTable(`organization_id uuid not null references organization on delete cascade,
      lead_id uuid references lead on delete cascade on update cascade`)
    expect(await findThoseThatDoNotFollow()).toEqual(['forgetful to lead'])
  })

  test('that loses its organization with what it refers to', async () => {
    await makeTable(`organization_id uuid not null references organization on delete cascade, lead_id uuid,
      foreign key (organization_id, lead_id) references lead (organization_id, id) on delete set null on update cascade`)
    expect(await findThoseThatDoNotFollow()).toEqual(['forgetful to lead'])
  })

  test('that names a person', async () => {
    await makeTable(`organization_id uuid not null, project_id uuid not null, reader uuid references account,
      foreign key (organization_id, project_id) references project (organization_id, id) on delete cascade on update cascade`)
    expect(await findThoseThatDoNotFollow()).toEqual([])
    expect(await findPeople()).toContain('forgetful.reader')
  })

  test('that names a project without referring to it', async () => {
    await makeTable(`organization_id uuid not null references organization on delete cascade, project_id uuid not null`)
    expect(await findThoseThatDoNotHear()).toEqual(['forgetful'])
  })

  test('that names an organization without referring to it', async () => {
    await makeTable('organization_id uuid not null')
    expect(await findThoseThatStay()).toEqual(['forgetful'])
  })
})
