/** The rules for a new password that the browser checks; the server checks more. */
export const PASSWORD_RULES = { autoComplete: 'new-password', minLength: 10, maxLength: 128, required: true } as const

export const PASSWORD_HINT = 'At least 10 characters. A sentence you remember works well.'
