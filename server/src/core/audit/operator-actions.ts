import { say, type Part, type Telling } from './telling.ts'

/** What the operator's commands do to people and organizations, each with its whole sentence in the audit log. */
export const OPERATOR_ACTIONS = {
  'operator.make-super-admin': ({ just }) => say`The operator made ${just('account', 'user_id')} a super admin`,
  'operator.super-admin-emails': ({ just }) =>
    say`The operator listed ${just('account', 'user_id')} as a super admin in the configuration`,
  'operator.remove-super-admin': ({ just }) => say`The operator made ${just('account', 'user_id')} an admin again`,
  'operator.remove-second-factor': ({ just }) =>
    say`The operator turned off the second factor of ${just('account', 'user_id')}, who had lost it`,
  'operator.grant-credits': ({ value }) => say`The operator granted ${value('credits') ?? 'some'} credits`,
  'operator.refund-charge': ({ value }) => say`The operator gave back ${value('credits') ?? 'some'} credits`,
  'operator.forget-author': () => say`The operator erased an author who had asked for it`,
  'operator.see-as': ({ just }) =>
    say`${just('account', 'impersonator_id')} began to look at the product as ${just('account', 'user_id')}`,
} as const satisfies Record<string, (telling: Telling) => Part[]>

export type OperatorAction = keyof typeof OPERATOR_ACTIONS
