import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, Instant, name, ProjectItemParams, ProjectParams } from './shapes.ts'

const base = '/api/v1/sources/{projectId}/addresses'

/** An address to which other tools send what they find. */
export const ReceivingAddress = z.object({
  id: Id,
  name: z.string(),
  /** The end of its secret, to recognise it by. */
  hint: z.string(),
  /** Who made it; null once they are gone. */
  created_by: z.string().nullable(),
  created_at: Instant,
  last_received_at: Instant.nullable(),
  /** Posts that were new to the project when they arrived. */
  received: z.number().int(),
  /** How many of them became leads. */
  leads: z.number().int(),
  /** How many wait to be judged. */
  waiting: z.number().int(),
  /** Why they wait, in a sentence; null where they only wait for their turn. */
  waits_because: z.string().nullable(),
  /** What could not be taken last, in a sentence. */
  problem: z.string().nullable(),
  problem_at: Instant.nullable(),
})
export type ReceivingAddress = z.infer<typeof ReceivingAddress>

/** The only answer that contains the address itself, which is secret. */
export const ReceivingAddressWithSecret = ReceivingAddress.extend({
  url: z.string(),
  /** The same as an address for mails; null where the installation reads no mailbox. */
  mail: z.string().nullable(),
})
export type ReceivingAddressWithSecret = z.infer<typeof ReceivingAddressWithSecret>

export const listReceivingAddresses = endpoint({
  name: 'listReceivingAddresses',
  method: 'GET',
  path: base,
  summary: 'The project’s receiving addresses, oldest first, with what has arrived at each.',
  access: 'source.write',
  params: ProjectParams,
  reply: z.array(ReceivingAddress),
  errors: ['project_not_found'],
})

export const createReceivingAddress = endpoint({
  name: 'createReceivingAddress',
  method: 'POST',
  path: base,
  summary:
    'Makes a secret address to which other tools send what they find, by `POST /in/{token}`. It is in the reply and is not told again.',
  access: 'source.write',
  params: ProjectParams,
  body: z.strictObject({ name: name(100) }),
  reply: ReceivingAddressWithSecret,
  status: 201,
  errors: ['project_not_found', 'receiving_address_limit_reached'],
  tells: 'sources',
})

export const revokeReceivingAddress = endpoint({
  name: 'revokeReceivingAddress',
  method: 'DELETE',
  path: `${base}/{id}`,
  summary:
    'Ends a receiving address at once. What has arrived there and waits is judged all the same, or is discarded if so asked.',
  access: 'source.write',
  params: ProjectItemParams,
  query: z.object({ waiting: z.enum(['judge', 'discard']).optional() }),
  errors: ['project_not_found', 'receiving_address_not_found'],
  tells: 'sources',
})
