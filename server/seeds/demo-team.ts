import { provisionAccount, type ProvisionDependencies } from '../src/core/accounts/provision-account.ts'
import { DEMO_EMAIL } from '../src/core/accounts/published-password.ts'
import type { Random } from '../src/platform/random.ts'
import { acceptInvite, createInvite, listInvitesAddressedToMe, type Invite } from '@leadlight/contract/team'
import { me, type User } from '@leadlight/contract/accounts'
import { ask } from './ask.ts'
import { makeReadablePassword } from './readable-password.ts'

export const OWNER = { email: DEMO_EMAIL, first: 'Rosa', last: 'Klein' }
/** Two who work with the demo's owner. Nobody signs in as them afterwards: their passwords are kept nowhere. */
const TEAMMATES = [
  { email: 'idris@leadlight.example', first: 'Idris', last: 'Vane' },
  { email: 'maren@leadlight.example', first: 'Maren', last: 'Solberg' },
] as const

export interface TeammateAccount {
  email: string
  password: string
}

/** Makes their accounts, with passwords that live as long as the process. */
export async function openTeammates(parts: ProvisionDependencies & { random: Random }): Promise<TeammateAccount[]> {
  const accounts = TEAMMATES.map(({ email }) => ({ email, password: makeReadablePassword(parts.random) }))
  for (const account of accounts) await provisionAccount(parts, { ...account, mayReplace: true })
  return accounts
}

/** A token of somebody signed in at the address. */
export async function signIn(address: string, { email, password }: TeammateAccount): Promise<string> {
  const response = await fetch(`${address}/auth/jwt/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  })
  const reply = (await response.json()) as { access_token?: string; detail?: string }
  if (reply.access_token !== undefined) return reply.access_token
  throw new Error(`The demo could not be seeded: signing in answered ${response.status} ${reply.detail ?? ''}`)
}

/** Names everybody and brings the teammates into the organization; answers their ids, the owner's first. */
export async function joinTeam(
  address: string,
  owner: string,
  teammates: readonly TeammateAccount[],
): Promise<string[]> {
  await setName(address, owner, OWNER)
  const ids = [(await ask<User>(address, { method: me.method, path: me.path, token: owner })).id]
  for (const account of teammates) {
    await ask(address, { ...createInvite, body: { email: account.email, role: 'MEMBER' }, token: owner })
    const token = await signIn(address, account)
    const person = TEAMMATES.find(({ email }) => email === account.email)
    if (person) await setName(address, token, person)
    const [invite] = await ask<Invite[]>(address, { method: 'GET', path: listInvitesAddressedToMe.path, token })
    if (invite) await ask(address, { method: 'POST', path: acceptInvite.path.replace('{id}', invite.id), token })
    ids.push((await ask<User>(address, { method: me.method, path: me.path, token })).id)
  }
  return ids
}

async function setName(
  address: string,
  token: string,
  { first, last }: { first: string; last: string },
): Promise<void> {
  const path = `/users_info/update_name?first_name=${first}&last_name=${last}`
  await ask(address, { method: 'PATCH', path, token })
}
