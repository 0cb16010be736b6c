import { proposeCompanies, type CompanyLink } from '@leadlight/domain/company-links/propose-companies'
import { proposeIdentities, type IdentityProposal } from '@leadlight/domain/identity/propose-identities'
import { runApart } from '../../platform/run-apart.ts'

/** This few are compared within some tens of milliseconds, sooner than a thread starts. */
const IN_PLACE_MAX = 1_000

type Asked = Parameters<typeof proposeIdentities>
type AskedOfCompanies = Parameters<typeof proposeCompanies>

/** Runs `proposeIdentities`, in its own thread if it takes long. */
export async function proposeApart(asked: Asked, signal: AbortSignal): Promise<IdentityProposal[]> {
  signal.throwIfAborted()
  if (asked[0].length <= IN_PLACE_MAX) return proposeIdentities(...asked)
  return runApart(new URL('./propose-worker.ts', import.meta.url), asked, { name: 'accounts', signal })
}

/** Runs `proposeCompanies`, likewise. */
export async function proposeCompaniesApart(asked: AskedOfCompanies, signal: AbortSignal): Promise<CompanyLink[]> {
  signal.throwIfAborted()
  if (asked[0].length <= IN_PLACE_MAX) return proposeCompanies(...asked)
  return runApart(new URL('./propose-companies-worker.ts', import.meta.url), asked, { name: 'companies', signal })
}
