import type { SuggestedSignal } from '@leadlight/contract/projects'
import { INTENT_SIGNAL_CHARACTERS_MAX } from '@leadlight/domain/signals'
import { capitalized, decapitalized, isPeople, type BusinessWords } from './business-words.ts'

/** What people do in a post that makes it worth an answer. */
const ACT =
  /\b(?:ask(?:s|ed|ing)?|look(?:s|ing)?\s+(?:for|to)|seek(?:s|ing)?|search(?:es|ing)?\s+for|need(?:s|ing)?|want(?:s|ing)?|complain(?:s|ing)?|unhappy|frustrated|tired of|fed up|angry|annoyed|dissatisfied|struggl(?:e|es|ing)|cannot|can't|unable|stuck|compar(?:e|es|ing)|choos(?:e|ing)|decid(?:e|ing)|switch(?:ing)?|migrat(?:e|ing)|leav(?:e|ing)|replac(?:e|ing)|hir(?:e|es|ing)|offer(?:ing)?|pay(?:ing)?|recommend(?:ing)?|wonder(?:s|ing)?|worr(?:y|ied)|announc(?:e|ing)|about to|plan(?:s|ning)?\s+to)\b/i
const FILLER =
  /^(?:find(?:ing)?|show me|get me|posts?|leads?|anyone|someone|somebody|people|those|users?|customers?|clients?)?\s*(?:about|mentioning|discussing|talking about|saying|posting|that|who|which|are|is|with|on)?\s*/i
const VAGUE =
  /\b(?:things?|stuff|something|anything|help|it|them|products?|services?|solutions?|tools?|software|leads?|posts?|customers?|clients?|people|users?)\b/gi
const UNWANTED =
  /^(?:but\s+)?(?:not|no|without|exclude|excluding|except|avoid|never|don't want|do not want|leave out|skip)\s+/i
const WANTED = /^(?:please\s+)?(?:only|just|focus on|include|add|limit (?:it )?to|restrict to|make it about)\s+/i

interface Parts {
  who: string | null
  act: boolean
  topic: boolean
}

/**
 * A sharper wording: a signal should say who is writing, what they do in the post and about what. What is missing is
 * taken from the business's own words; what the user remarked is worked in. `why` says what was changed.
 */
export function refineSignal(signal: string, feedback: string, words: BusinessWords): SuggestedSignal {
  const typed = signal.trim().replace(/[.!?\s]+$/, '')
  const parts = partsOf(typed)
  const remark = remarkOf(feedback)
  const missing = [
    ...(parts.who ? [] : ['who is writing']),
    ...(parts.act ? [] : ['what they do']),
    ...(parts.topic ? [] : ['about what']),
  ]
  const worded = missing.length === 0 ? capitalized(typed) : reworded(typed, parts, words)
  const limit = INTENT_SIGNAL_CHARACTERS_MAX - remark.length
  return { intent_signal: worded.slice(0, limit).trimEnd() + remark, why: explanation(missing, feedback, remark) }
}

function partsOf(signal: string): Parts {
  const act = ACT.exec(signal)
  const before = signal
    .slice(0, act?.index ?? signal.length)
    .replace(/\b(?:who|that|are|is|which|currently|actively)\s*$/gi, '')
  const subject = before.split(/\b(?:who|that|with|whose|in|of|at|about|discussing|mentioning)\b/)[0]?.trim() ?? ''
  const after = act ? signal.slice(act.index + act[0].length) : signal.replace(FILLER, '')
  const content = after.replace(VAGUE, '').match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return { who: isPeople(subject) ? subject : null, act: act !== null, topic: content.length > (act ? 1 : 0) }
}

function reworded(signal: string, parts: Parts, words: BusinessWords): string {
  const who = capitalized(parts.who ?? words.buyers ?? 'People')
  const offer = words.offer?.replace(/^(?:an?|the)\s+/, '')
  if (parts.act) {
    const act = ACT.exec(signal)
    const rest = signal.slice(act?.index ?? 0)
    const about = parts.topic || !offer ? rest : `${rest.replace(VAGUE, '').replace(/\s+/g, ' ').trim()} about ${offer}`
    const joint =
      /^(?:struggle|cannot|can't|need|want|complain|look|ask|compare|seek|hire|pay|wonder|worry|leave)\b/i.test(about)
        ? ' who '
        : ' '
    return who + joint + decapitalized(about)
  }
  const topic = parts.topic ? topicOf(signal, parts.who) : (offer ?? topicOf(signal, parts.who))
  return `${who} asking for a recommendation or for help with ${topic}`
}

function topicOf(signal: string, who: string | null): string {
  const rest = (who ? signal.slice(who.length) : signal).trim().replace(FILLER, '').trim()
  return decapitalized(rest || signal)
}

/** The user's remark as the end of the sentence; empty where there is none. */
function remarkOf(feedback: string): string {
  const said = feedback.trim().replace(/[.!?\s]+$/, '')
  if (said === '') return ''
  if (UNWANTED.test(said)) return `, not ${decapitalized(said.replace(UNWANTED, ''))}`
  return `, ${/^(?:in|from|with|at|on|who|that)\b/i.test(said) ? '' : 'in particular '}${decapitalized(said.replace(WANTED, ''))}`
}

function explanation(missing: readonly string[], feedback: string, remark: string): string {
  const said =
    missing.length === 0
      ? 'It already says who is writing, what they do and about what, so its wording stays.'
      : `It did not say ${missing.join(' or ')}; now it does, because a post is matched on all three.`
  return remark ? `${said} Your remark "${feedback.trim()}" is worked in.` : said
}
