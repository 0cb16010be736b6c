import type { SuggestedSignal } from '@leadlight/contract/projects'
import { INTENT_SIGNAL_CHARACTERS_MAX } from '@leadlight/domain/signals'
import type { BusinessFacts } from './business/business-facts.ts'
import { capitalized, decapitalized } from './business/capitals.ts'
import { withArticle } from './business/noun-phrase.ts'
import { namesPeople } from './business/word-kinds.ts'

/** What people do in a post that makes it worth an answer. */
const ACT =
  /\b(?:ask(?:s|ed|ing)?|look(?:s|ing)?\s+(?:for|to)|seek(?:s|ing)?|search(?:es|ing)?\s+for|need(?:s|ing)?|want(?:s|ing)?|complain(?:s|ing)?|unhappy|frustrated|tired of|fed up|angry|annoyed|dissatisfied|struggl(?:e|es|ing)|cannot|can't|unable|stuck|compar(?:e|es|ing)|choos(?:e|ing)|decid(?:e|ing)|switch(?:ing)?|migrat(?:e|ing)|leav(?:e|ing)|replac(?:e|ing)|hir(?:e|es|ing)|offer(?:ing)?|pay(?:ing)?|recommend(?:ing)?|wonder(?:s|ing)?|worr(?:y|ied)|announc(?:e|ing)|about to|plan(?:s|ning)?\s+to)\b/i
/** Acts that take the topic as their direct object. */
const TAKES_OBJECT =
  /^(?:look\w*\s+for|seek|search\w*\s+for|need|want|compar|choos|replac|hir|leav|offer|recommend|pay)/i
/** Written after "who": `needs help`, `struggle with`. */
const AFTER_WHO =
  /^(?:(?:ask|look|seek|need|want|complain|hire|wonder|plan|compare|struggle|leave|pay|choose|decide|switch|migrate|replace|recommend|worry|announce|offer)s?|search(?:es)?|cannot|can't)\b/i
const FILLER =
  /^(?:find(?:ing)?|show me|get me|posts?|leads?|anyone|someone|somebody|people|those|users?|customers?|clients?)?\s*(?:about|mentioning|discussing|talking about|saying|posting|that|who|which|are|is|with|on)?\s*/i
const VAGUE =
  /\b(?:an?|the|for|some|things?|stuff|something|anything|help|it|them|products?|services?|solutions?|tools?|software|leads?|posts?|customers?|clients?|people|users?)\b/gi
const UNWANTED =
  /^(?:but\s+)?(?:not|no|without|exclude|excluding|except|avoid|never|don't want|do not want|leave out|skip)\s+/i
const WANTED = /^(?:please\s+)?(?:only|just|focus on|include|add|limit (?:it )?to|restrict to|make it about)\s+/i

interface Parts {
  who: string | null
  act: RegExpExecArray | null
  hasTopic: boolean
}

/**
 * A sharper wording: a signal says who is writing, what they do in the post and about what. What is missing comes from
 * the business's own words, and the user's remark is worked in. `why` says what was changed.
 */
export function refineSignal(signal: string, feedback: string, facts: BusinessFacts): SuggestedSignal {
  const typed = signal.trim().replace(/[.!?\s]+$/, '')
  const parts = partsOf(typed)
  const remark = remarkOf(feedback)
  const missing = [
    ...(parts.who ? [] : ['who is writing']),
    ...(parts.act ? [] : ['what they do']),
    ...(parts.hasTopic ? [] : ['about what']),
  ]
  const worded = missing.length === 0 ? capitalized(typed) : reworded(typed, parts, facts)
  const limit = Math.max(0, INTENT_SIGNAL_CHARACTERS_MAX - remark.length)
  return {
    intent_signal: (worded.slice(0, limit).trimEnd() + remark).slice(0, INTENT_SIGNAL_CHARACTERS_MAX),
    why: explanation(missing, feedback, remark),
  }
}

function partsOf(signal: string): Parts {
  const act = ACT.exec(signal)
  const before = signal.slice(0, act?.index ?? signal.length)
  const subject =
    before.split(/\b(?:who|that|with|whose|in|of|at|about|are|is|discussing|mentioning)\b/)[0]?.trim() ?? ''
  const who = isPeople(subject) ? subject : null
  const after = act ? signal.slice(act.index + act[0].length) : signal.slice(who?.length ?? 0).replace(FILLER, '')
  const content = after.replace(VAGUE, '').match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return { who, act, hasTopic: content.length > 0 }
}

function reworded(signal: string, { who, act, hasTopic }: Parts, { audience, offers }: BusinessFacts): string {
  const subject = capitalized(who ?? audience?.text ?? 'People')
  const offer = offers[0]?.phrase
  if (!act)
    return `${subject} asking for a recommendation or for help with ${topicOf(signal, who, hasTopic ? undefined : offer?.text)}`
  const rest = decapitalized(signal.slice(act.index))
  const topic = offer && (TAKES_OBJECT.test(act[0]) ? withArticle(offer) : `about ${offer.text}`)
  const done = hasTopic || !topic ? rest : `${act[0].toLowerCase()} ${topic}`
  return AFTER_WHO.test(done) ? `${subject} who ${plural(done)}` : `${subject} ${done}`
}

/** Whether the words end in a noun of people or organizations. */
function isPeople(words: string): boolean {
  return namesPeople(/[\p{L}-]+$/u.exec(words)?.[0] ?? '')
}

/** `needs help` of one is `need help` of many. */
function plural(done: string): string {
  return done.replace(/^(search)es\b/i, '$1').replace(/^(\w+[^s\s])s\b/, '$1')
}

function topicOf(signal: string, who: string | null, offer: string | undefined): string {
  if (offer) return offer
  const rest = signal.slice(who?.length ?? 0).trim()
  const topic = rest.replace(FILLER, '').trim() || rest || signal
  return signal.startsWith(topic) ? decapitalized(topic) : topic
}

/** The user's remark as the end of the sentence; empty if there is none. */
function remarkOf(feedback: string): string {
  const said = feedback.trim().replace(/[.!?\s]+$/, '')
  if (said === '') return ''
  if (UNWANTED.test(said)) return `, not ${decapitalized(said.replace(UNWANTED, ''))}`
  const wanted = decapitalized(said.replace(WANTED, ''))
  return `, ${/^(?:in|from|with|at|on|who|that)\b/i.test(wanted) ? '' : 'in particular '}${wanted}`
}

function explanation(missing: readonly string[], feedback: string, remark: string): string {
  const said =
    missing.length === 0
      ? 'It already says who is writing, what they do and about what, so its wording stays.'
      : `It did not say ${missing.join(' or ')}. Now it does, because a post is matched on all three.`
  return remark ? `${said} Your remark "${feedback.trim()}" is worked in.` : said
}
