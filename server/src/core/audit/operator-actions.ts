import { say, type Part, type Telling } from './telling.ts'

/**
 * What the operator's commands do, people without an account, and people of another organization, each with its whole
 * sentence in the audit log.
 */
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
  'operator.rotate-key': () => say`The operator sealed saved keys and tokens with a new secret`,
  'operator.end-sessions': ({ value, just }) =>
    value('user_id') === undefined
      ? say`The operator ended everybody’s sessions`
      : say`The operator ended the sessions of ${just('account', 'user_id')}`,
  'operator.resend-dead-letters': ({ value }) => say`The operator had ${value('jobs') ?? 'some'} failed jobs run again`,
  'operator.suppress': () => say`The operator erased somebody who had objected, and keeps them out for good`,
  'operator.forget-objections': () => say`The operator forgot who had objected, as the secret key was lost`,
  'operator.export-held': () => say`The operator exported what is held about somebody who had asked for it`,
  'person.objected': () => say`Somebody objected by the link in a message, and is erased for good`,
  'project.left': ({ just, removed, value }) => {
    const [who, project] = [just('account', 'user_id'), removed('project', 'project_id')]
    const receiving = value('organization_name') ?? 'another organization'
    return value('how') === 'given'
      ? say`${who} handed ${project} over to ${receiving}`
      : say`${who} took over ${project}, which now belongs to ${receiving}`
  },
  'operator.see-as': ({ just }) =>
    say`${just('account', 'impersonator_id')} began to look at the product as ${just('account', 'user_id')}`,
} as const satisfies Record<string, (telling: Telling) => Part[]>

export type OperatorAction = keyof typeof OPERATOR_ACTIONS
