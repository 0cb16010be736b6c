import { until } from '@leadlight/testing/until'
import type { Person } from './person.ts'
import type { FetchRows, Fixture } from './fixture.ts'

const TOLD_MS_MAX = 90_000
/** What a draft by the model costs where nothing else is configured, in thousandths of a credit. */
export const DRAFT_PRICE = 2_000

/** What a search leaves, a line each, that two searches can be compared by: leads, charges, and messages sent of them. */
export async function tracesOf(
  { fetchRows, receiver }: Pick<Fixture, 'fetchRows' | 'receiver'>,
  person: Person,
): Promise<string[]> {
  const leads = await readLeads(fetchRows, person)
  // Whoever was killed while sending is followed by another, some seconds later; what never comes is reported as lost.
  const told = () => messagesTo(receiver.questions, person)
  await until(() => leads.every(({ id }) => told().some(({ leadId }) => leadId === id)), TOLD_MS_MAX).catch(
    () => undefined,
  )
  const messages = leads.flatMap(({ id, post }) => {
    const ids = new Set(
      told()
        .filter(({ leadId }) => leadId === id)
        .map(({ messageId }) => messageId),
    )
    return [...ids].map(() => `message of ${post}`)
  })
  return [...leads.map(({ post }) => `lead ${post}`), ...messages, ...(await readCharges(fetchRows, person))]
}

/** The lines that are missing from `found`, and those that it has too often. */
export function compareTraces(
  expected: readonly string[],
  found: readonly string[],
): { lost: string[]; doubled: string[] } {
  const left = [...found]
  const lost = expected.filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return { lost, doubled: left }
}

async function readLeads(fetchRows: FetchRows, { organizationId }: Person): Promise<{ id: string; post: string }[]> {
  const rows = await fetchRows<{ id: string; post: string }>(
    `select lead.id, post.platform || ' ' || post.external_id as post from lead join post on post.id = lead.post_id
      where lead.organization_id = $1 order by 2`,
    [organizationId],
  )
  return rows
}

/** Everything the ledger charged, reserved or released, and whether the balance is its sum. */
async function readCharges(fetchRows: FetchRows, { organizationId }: Person): Promise<string[]> {
  const rows = await fetchRows<{ line: string }>(
    `select kind || ' of ' || amount || ' for ' || regexp_replace(key, '[0-9a-f]{8}-[0-9a-f-]{27}', 'it', 'g') as line
      from credit_entry where organization_id = $1 and kind <> 'grant' order by key, kind`,
    [organizationId],
  )
  const [account] = await fetchRows<{ balance: string; summed: string }>(
    `select balance, (select coalesce(sum(amount), 0) from credit_entry where organization_id = $1) as summed
      from credit_account where organization_id = $1`,
    [organizationId],
  )
  const isEven = account === undefined || Number(account.balance) === Number(account.summed)
  return [...rows.map(({ line }) => line), isEven ? 'a balance that is its sum' : 'a balance that is not its sum']
}

function messagesTo(
  questions: Fixture['receiver']['questions'],
  { hook }: Person,
): { messageId: string; leadId: string }[] {
  return questions
    .filter(({ url }) => url.pathname === hook)
    .flatMap(({ headers, body }) => {
      const { data } = JSON.parse(body) as { data: { lead?: { id: string } } }
      // A webhook that is tried out is told of no lead.
      return data.lead ? { messageId: String(headers['webhook-id']), leadId: data.lead.id } : []
    })
}

/** What the person has paid for drafts, and what is held of their credits for them. */
export async function readSpent({ fetchRows }: Fixture, { organizationId }: Person): Promise<number> {
  const rows = await fetchRows<{ spent: string }>(
    `select coalesce(-sum(amount), 0) as spent from credit_entry where organization_id = $1 and key like 'draft:%'`,
    [organizationId],
  )
  return Number(rows[0]?.spent ?? 0)
}
