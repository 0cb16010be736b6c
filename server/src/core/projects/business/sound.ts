/** Words of menus, baskets and small print, which nobody asks for. */
const OF_PAGES =
  /\b(?:basket|cart|checkout|faqs?|newsletter|cookies?|login|sign ?up|returns|free delivery|gift cards?|wishlist|mailing list|membership|open day|download|click|here|testimonials?|read more|bestsellers|low stock|per month|waiver|eu hosting|callouts?)\b/iu
const OF_SPEAKERS =
  /\b(?:we|our|us|i|my|me|you|your|yours|he|she|his|they're|it's|is|are|was|were|has|had|don['’]t|can['’]t|won['’]t)\b/u
/** Words that stand for something said before, and tell nothing alone. */
const STAND_INS = /\b(?:ones?|others?|things?|stuff|something|everything|this|these|that which)$/iu
/** `London's houseboat agent`; but `women's coats` is a thing. */
const POSSESSED = /^(?!(?:wo)?men|children|kid|boy|girl|lad|driver|builder|farmer)\p{L}+['’]s\b/iu
/** `London and M4 delivery`: where goods are sent, not what is sold. */
const SENT = /\p{Lu}.*\b(?:delivery|shipping)$/u
/** `move the knee`: of one thing in particular, which nobody asks others to do. */
const IN_PARTICULAR = /^\p{L}+(?: \p{L}+)? (?:the|our|your|every|each|that|this)\b/u
const MARKS = /[£$€@#*_~^=<>[\]{}|\\"“”?!:;()]|\s,|,,/u
const WORDS_MAX = 9

/** Whether what is said to be offered can stand behind "looking for": no names of products, no words of pages. */
export function isSoundThing(text: string, name: string | null): boolean {
  const words = text.split(' ')
  const last = words.at(-1) ?? ''
  // A capital at the end is a product's name: "Whole Hog Package", "the W2".
  const isNamed = /^\p{Lu}\p{Ll}/u.test(last) || /^\p{Lu}+\d/u.test(last)
  // "first lesson £10": one of its own.
  const isOrdinal = /^(?:first|next|last|each|every|same|odd|final|extra)$/u.test(words[0] ?? '')
  const isNoThing = isNamed || isOrdinal || POSSESSED.test(text) || SENT.test(text)
  return words.length <= WORDS_MAX && !isNoThing && isSound(text, name)
}

/** `carve rocking horses in a shed`: where it is done is the maker's affair. */
export function withoutWorkshop(task: string): string {
  return task.replace(/ (?:in|at|from) (?:an?|the|my|our) [\p{L} -]+$/u, '')
}

/** Whether what is said to be done can stand behind "who can". */
export function isSoundTask(text: string, name: string | null): boolean {
  const isClause = /\b(?:so|if|when|because|while)\b/u.test(text)
  return text.split(' ').length >= 2 && isSound(text, name) && !isClause && !IN_PARTICULAR.test(text)
}

function isSound(text: string, name: string | null): boolean {
  return (
    !OF_PAGES.test(text) &&
    !OF_SPEAKERS.test(text) &&
    !MARKS.test(text) &&
    !STAND_INS.test(text) &&
    // "UK DELIVERY" is shouted; "BBQ" is a word.
    !/^\P{Ll}+ \P{Ll}+$|\p{Lu}{8,}/u.test(text) &&
    !ownWords(name).some((word) => text.split(/[\s'’]+/u).includes(word))
  )
}

/** The words of a name as it writes them, with their capitals. */
function ownWords(name: string | null): string[] {
  return (name ?? '').split(/\s+/u).filter((word) => /^\p{Lu}\p{L}{2,}/u.test(word))
}
