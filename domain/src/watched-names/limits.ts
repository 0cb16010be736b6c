/** The longest expression, in UTF-16 units. */
export const NAME_EXPRESSION_CHARACTERS_MAX = 2_000
/** The most names of one expression. */
export const NAME_TERMS_MAX = 100
export const NAME_TERM_CHARACTERS_MAX = 200
/** Parentheses within parentheses. */
export const NAME_DEPTH_MAX = 20
