import type { AccountSecurity } from '@leadlight/contract/own-account'
import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Chip } from '../../ui/chip.tsx'
import { AccountRow } from './account-row.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { RemoveSecondFactorForm } from './remove-second-factor-form.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

const TITLE = 'Second factor'
const CODES_FEW = 3

/** The second factor: off, being set up, showing its recovery codes once, or on. */
export function SecondFactorRow({ security }: { security: AccountSecurity }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes) {
    return <AccountRow title={TITLE} value={<RecoveryCodes codes={codes} onKept={() => setCodes(null)} />} />
  }
  if (security.second_factor) {
    return (
      <AccountRow key="on" title={TITLE} value={<On codesLeft={security.recovery_codes_left} />} action="Turn off">
        {(close) => <RemoveSecondFactorForm onClose={close} />}
      </AccountRow>
    )
  }
  if (!security.has_password) {
    return (
      <AccountRow title={TITLE} value="It is asked for beside a password, and you have none: Google has its own." />
    )
  }
  return (
    <AccountRow key="off" title={TITLE} value="Off. Your password alone lets you in." action="Set up">
      {(close) => <SecondFactorSetup onClose={close} onDone={setCodes} />}
    </AccountRow>
  )
}

function On({ codesLeft }: { codesLeft: number }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Chip tone="good">On</Chip>
        <span className="text-ink-2">{formatCount(codesLeft, 'recovery code')} left</span>
      </div>
      {codesLeft < CODES_FEW && (
        <p className="mt-1 text-s text-ink-3">For new ones, turn it off and set it up again.</p>
      )}
    </>
  )
}
