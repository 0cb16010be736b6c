/** What the operator's commands do to people and organizations, each with the sentence that the audit log tells it by. */
export const OPERATOR_ACTIONS = {
  giveSuperAdmin: 'Makes somebody super admin of their organization, by the command line.',
  'operator.super-admin-emails': 'SUPER_ADMIN_EMAILS made somebody a super admin.',
  withdrawSuperAdmin: 'Makes a super admin an admin again, by the command line.',
} as const

export type OperatorAction = keyof typeof OPERATOR_ACTIONS
