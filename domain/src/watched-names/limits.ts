/** The longest expression, in UTF-16 units. */
export const NAME_EXPRESSION_CHARACTERS_MAX = 2_000
/** The most names of one expression. */
export const NAME_TERMS_MAX = 100
export const NAME_TERM_CHARACTERS_MAX = 200
/** Parentheses within parentheses. */
export const NAME_DEPTH_MAX = 20
/** The most leads that an expression brings in 24 hours: a name of many posts must not fill a project. */
export const NAME_LEADS_PER_DAY_MAX = 500
