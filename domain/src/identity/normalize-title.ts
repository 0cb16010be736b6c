/** Short forms that everybody in a trade reads alike. Ambiguous ones, such as PM, are left out. */
const SPELLED_OUT: readonly (readonly [RegExp, string])[] = [
  [/\bsr\b\.?/giu, 'Senior'],
  [/\bjr\b\.?/giu, 'Junior'],
  [/\b(?:swe|sde)\b/giu, 'Software Engineer'],
  [/\b(?<=(?:vp|head|director|svp|evp)(?: of)? )eng\b\.?/giu, 'Engineering'],
  [/\beng\b\.?(?= (?:manager|mgr|lead|director))/giu, 'Engineering'],
  [/\beng\b\.?/giu, 'Engineer'],
  [/\bengr\b\.?/giu, 'Engineer'],
  [/\bdev\b\.?(?! ?(?:rel|ops|advocate|experience))/giu, 'Developer'],
  [/\bdevrel\b/giu, 'Developer relations'],
  [/\bmgr\b\.?/giu, 'Manager'],
  [/\bsysadmin\b/giu, 'System administrator'],
  [/\bcofounder\b|\bco founder\b/giu, 'Co-founder'],
  [/\bfull ?stack\b/giu, 'Full-stack'],
  [/\bfront end\b/giu, 'Frontend'],
  [/\bback end\b/giu, 'Backend'],
  [/\bvice president\b/giu, 'VP'],
  [/\bbiz ?dev\b/giu, 'Business development'],
]
const OFFICES = /\b(?:ceo|cto|cfo|coo|cmo|cpo|ciso|cio|vp|svp|evp|sre|qa|hr|ux|ui|it|ai|ml|pm)\b/giu

/**
 * Writes a title as others would: short forms spelled out, offices in capitals, the first letter large. So a search for
 * engineers finds each of them. Nothing is added.
 */
export function normalizeTitle(title: string): string {
  const words = title.replaceAll(/\s+/gu, ' ').trim()
  const calm = words === words.toUpperCase() && words.length > 4 ? words.toLowerCase() : words
  const spelled = SPELLED_OUT.reduce((text, [short, long]) => text.replaceAll(short, long), calm)
  const told = spelled.replaceAll(OFFICES, (office) => office.toUpperCase())
  return told.charAt(0).toUpperCase() + told.slice(1)
}
