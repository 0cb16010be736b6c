import { transferProject } from '@leadlight/contract/guests'
import type { TestApp } from './test-app.ts'
import type { TestMember, TestOrganization, TestUser } from './test-organization.ts'
import { until } from './until.ts'

/** Verifies somebody's address, as following the link of a mail does. */
export async function verify(app: TestApp, user: TestUser): Promise<void> {
  await app.database.pool.query('update account set is_verified = true where id = $1', [user.userId])
}

/** An admin of another organization whose address is verified, to whom a project can be offered. */
export async function mintReceiver(app: TestApp): Promise<TestOrganization> {
  const receiver = await app.organization()
  await verify(app, receiver)
  return receiver
}

export interface Offered {
  projectId: string
  transferId: string
}

/** A new project of the organization, offered to somebody by its admin. */
export async function offerProject(
  sender: TestOrganization,
  receiver: Pick<TestMember, 'email'>,
  name = 'Harbour leads',
): Promise<Offered> {
  const { id: projectId } = await sender.project({ name })
  return { projectId, transferId: await offer(sender, projectId, receiver.email) }
}

export async function offer(sender: TestUser, projectId: string, email: string): Promise<string> {
  const { id } = await sender.call(transferProject, { params: { id: projectId }, body: { email } })
  return id
}

/** Resolves once every job about transfers is done. */
export async function transferJobsDone(app: TestApp): Promise<void> {
  await until(async () => {
    const { rows } = await app.database.pool.query(
      `select from job where name like 'transfers.%' and state <> 'dead' limit 1`,
    )
    return rows.length === 0
  })
}
