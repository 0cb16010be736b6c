/** A name or a number: what a model must not invent. A capital at the start of a sentence is no name. */
const NAME = /(?<![.!?]\s|^)\b(?:[A-Z][\w&.-]*\w|[A-Z]|\w*\d[\w.,]*)/gu
const FIRST_NAME = /^\W*(?:[A-Z]+[\w&.-]*[A-Z\d][\w&.-]*|\w*\d[\w.,]*)/u

/** Whether the words are in the material, apart from case and white space. */
export function isVerbatim(words: string, material: string): boolean {
  const wanted = fold(words)
  return wanted !== '' && fold(material).includes(wanted)
}

/** Whether every name and number of a sentence is in the material. */
export function isGrounded(sentence: string, material: string): boolean {
  const names = [...sentence.matchAll(NAME)].map(([name]) => name)
  const first = FIRST_NAME.exec(sentence)?.[0]
  return [...names, ...(first === undefined ? [] : [first])].every((name) => isVerbatim(name, material))
}

function fold(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u201C\u201D]/g, '"')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
}
