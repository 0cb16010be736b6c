import type { SignedTokens } from '../../platform/signed-tokens.ts'

const PURPOSE = 'unsubscribe'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Every token has an expiry, but nobody checks this one: the link in an old mail works too. */
const LIFETIME_MS = 365 * 24 * 60 * 60 * 1000

export interface Subscription {
  organizationId: string
  projectId: string
  accountId: string
}

/** The URL that ends somebody's mails about a project: at once by POST, with one more click by a visit. */
export async function makeUnsubscribeLink(
  { signedTokens, publicUrl }: { signedTokens: SignedTokens; publicUrl: string },
  { organizationId, projectId, accountId }: Subscription,
): Promise<string> {
  const claims = { organization: organizationId, project: projectId, account: accountId }
  return `${publicUrl}/unsubscribe?t=${await signedTokens.sign(PURPOSE, claims, LIFETIME_MS)}`
}

/** Whose mails a link is about; undefined for a link that is not ours. */
export async function readUnsubscribeLink(
  signedTokens: SignedTokens,
  token: string,
): Promise<Subscription | undefined> {
  const claims = (await signedTokens.read(PURPOSE, token))?.claims
  const [organizationId, projectId, accountId] = ['organization', 'project', 'account'].map((name) => claims?.[name])
  if (!isId(organizationId) || !isId(projectId) || !isId(accountId)) return undefined
  return { organizationId, projectId, accountId }
}

function isId(claim: unknown): claim is string {
  return typeof claim === 'string' && UUID.test(claim)
}
