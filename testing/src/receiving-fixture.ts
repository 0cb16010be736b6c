import { createReceivingAddress, listReceivingAddresses } from '@leadlight/contract/receiving'
import { createIntentSignal } from '@leadlight/contract/signals'
import { judgeWaiting } from '@leadlight/server/finding/receiving/judge-waiting'
import type { ReceivingDependencies } from '@leadlight/server/finding/receiving/receiving-dependencies'
import type { SentBody } from './received-messages.ts'
import { BOOKKEEPING } from './search-fixture.ts'
import type { TestApp } from './test-app.ts'
import type { TestReply } from './test-client.ts'
import type { TestOrganization } from './test-organization.ts'

/** A project with an address that receives. */
export interface ReceivingProject {
  org: TestOrganization
  projectId: string
  addressId: string
  url: string
  /** The same for mails; null where the installation reads no mailbox. */
  mail: string | null
  /** The path of the address. */
  path: string
}

export async function openReceiving(
  app: TestApp,
  {
    org,
    signals = [BOOKKEEPING],
    name = 'F5Bot',
  }: { org?: TestOrganization; signals?: readonly string[]; name?: string } = {},
): Promise<ReceivingProject> {
  const own = org ?? (await app.organization())
  const { id: projectId } = await own.project()
  for (const intent_signal of signals) {
    await own.call(createIntentSignal, { params: { projectId }, body: { intent_signal } })
  }
  const { id: addressId, url, mail } = await own.call(createReceivingAddress, { params: { projectId }, body: { name } })
  return { org: own, projectId, addressId, url, mail, path: new URL(url).pathname }
}

/** As a tool sends it: it brings nothing but the address. */
export function send(app: TestApp, path: string, { contentType, body }: SentBody): Promise<TestReply> {
  return app.request('POST', path, { raw: body, headers: { 'content-type': contentType } })
}

export function receivingDependencies({ dependencies }: TestApp): ReceivingDependencies {
  const { matching, random, config } = dependencies
  return { ...matching, random, publicUrl: config.publicUrl, mailbox: config.mailbox }
}

/** A run of the job that judges what waits. */
export function judge(
  app: TestApp,
  { org, projectId }: Pick<ReceivingProject, 'org' | 'projectId'>,
  deps: ReceivingDependencies = receivingDependencies(app),
): Promise<'again' | undefined> {
  const { signal } = new AbortController()
  const context = {
    signal,
    leaving: signal,
    progressed: () => Promise.resolve(),
    isCrowding: () => Promise.resolve(false),
  }
  return judgeWaiting(deps, { organizationId: org.organizationId, projectId }, context)
}

export async function addressOf({ org, projectId, addressId }: ReceivingProject) {
  const all = await org.call(listReceivingAddresses, { params: { projectId } })
  return all.find(({ id }) => id === addressId)
}
