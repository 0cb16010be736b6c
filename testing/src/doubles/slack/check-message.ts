import type { KnownBlock } from '@slack/web-api'

const BLOCKS_MAX = 50
const TEXT_MAX = 3_000
const MESSAGE_MAX = 40_000
const ELEMENTS_MAX = { actions: 25, context: 10 } as const
const OPTIONS_MAX = 100
const LABEL_MAX = 75
const ID_MAX = 255

/** Slack's error for a message's text and blocks; undefined where it accepts them (docs.slack.dev, Block Kit). */
export function refusalOf(text: string | undefined, blocks: readonly KnownBlock[]): string | undefined {
  if (!text && blocks.length === 0) return 'no_text'
  if ((text ?? '').length > MESSAGE_MAX) return 'msg_too_long'
  return blocks.length > BLOCKS_MAX || !blocks.every(isTaken) ? 'invalid_blocks' : undefined
}

function isTaken(block: KnownBlock): boolean {
  if (block.block_id !== undefined && block.block_id.length > ID_MAX) return false
  if (block.type === 'section') return isText(block.text?.text) && hasNoBareMarkup(block.text?.text ?? '')
  if (block.type === 'context') return block.elements.length > 0 && block.elements.length <= ELEMENTS_MAX.context
  if (block.type === 'actions') {
    if (block.elements.length === 0 || block.elements.length > ELEMENTS_MAX.actions) return false
    const ids = block.elements.map((element) => ('action_id' in element ? element.action_id : ''))
    return new Set(ids).size === ids.length && block.elements.every(isElementTaken)
  }
  return true
}

function isElementTaken(element: object): boolean {
  const { type } = element as { type: string }
  if (type === 'button') {
    const { text, url } = element as { text: { text: string }; url?: string }
    return isLabel(text.text) && (url === undefined || (url.length <= TEXT_MAX && /^https?:\/\//.test(url)))
  }
  if (type !== 'static_select') return false
  const { options, initial_option: initial } = element as { options: Option[]; initial_option?: Option }
  if (options.length === 0 || options.length > OPTIONS_MAX || !options.every(({ text }) => isLabel(text.text)))
    return false
  return !initial || options.some((option) => JSON.stringify(option) === JSON.stringify(initial))
}

interface Option {
  text: { text: string }
  value: string
}

function isText(text: string | undefined): boolean {
  return text !== undefined && text.length > 0 && text.length <= TEXT_MAX
}

function isLabel(text: string): boolean {
  return text.length > 0 && text.length <= LABEL_MAX
}

/** Whether nothing would be read as a mention or a command; no test may send one. */
function hasNoBareMarkup(text: string): boolean {
  return !/<[!@#]/.test(text)
}
