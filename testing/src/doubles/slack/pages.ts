import type { KnownBlock } from '@slack/web-api'
import type { Answer } from '../double-server.ts'
import type { DoubleChannel, DoubleMessage, DoubleTeam } from './workspaces.ts'

/** Slack's page to allow an app for a workspace, or not, without its looks. */
export function showAuthorize(teams: readonly DoubleTeam[], query: URLSearchParams): Answer {
  const scopes = (query.get('scope') ?? '').split(',').map((scope) => `<li>${escaped(scope)}</li>`)
  const kept = ['redirect_uri', 'state', 'scope'].map((name) => hidden(name, query.get(name) ?? ''))
  const allow = teams.map(
    ({ id, name }) => `<button name="team" value="${escaped(id)}">Allow for ${escaped(name)}</button>`,
  )
  return html(
    'Leadlight asks to use Slack',
    `<ul>${scopes.join('')}</ul><form method="post" action="/oauth/v2/authorize">${kept.join('')}
    ${allow.join(' ')} <button name="team" value="">Cancel</button></form>`,
  )
}

/** A channel's messages, with buttons that can be pressed. */
export function showChannel(team: DoubleTeam, channel: DoubleChannel): Answer {
  const messages = channel.messages.map(
    (message) => `<article id="${message.ts}">${showMessage(channel, message)}</article>`,
  )
  return html(`#${escaped(channel.name)} in ${escaped(team.name)}`, messages.join('') || '<p>Nothing yet.</p>')
}

function showMessage(channel: DoubleChannel, { ts, text, blocks }: DoubleMessage): string {
  if (blocks.length === 0) return `<p>${marked(text)}</p>`
  return blocks.map((block) => showBlock(block, { channelId: channel.id, ts })).join('')
}

function showBlock(block: KnownBlock, place: { channelId: string; ts: string }): string {
  if (block.type === 'section') return `<div class="section">${marked(block.text?.text ?? '')}</div>`
  if (block.type === 'context') {
    return `<p class="context">${block.elements.map((one) => ('text' in one && typeof one.text === 'string' ? marked(one.text) : '')).join(' ')}</p>`
  }
  if (block.type !== 'actions') return ''
  const elements = block.elements.map((element) => showElement(element, block.block_id ?? '', place))
  return `<div class="actions">${elements.join('')}</div>`
}

function showElement(element: object, blockId: string, place: { channelId: string; ts: string }): string {
  const { type, action_id: actionId } = element as { type: string; action_id: string }
  const head = `<form method="post" action="/press">${hidden('channel', place.channelId)}${hidden('ts', place.ts)}
    ${hidden('block_id', blockId)}${hidden('action_id', actionId)}`
  if (type === 'button') {
    const { text, url, value } = element as { text: { text: string }; url?: string; value?: string }
    if (url !== undefined) return `<a class="button" href="${escaped(url)}">${escaped(text.text)}</a>`
    return `${head}<button name="value" value="${escaped(value ?? '')}">${escaped(text.text)}</button></form>`
  }
  const { options, initial_option: initial } = element as { options: Option[]; initial_option?: Option }
  const shown = options.map(
    ({ text, value }) =>
      `<option value="${escaped(value)}"${value === initial?.value ? ' selected' : ''}>${escaped(text.text)}</option>`,
  )
  return `${head}<select name="option" aria-label="Status" onchange="this.form.submit()">${shown.join('')}</select></form>`
}

interface Option {
  text: { text: string }
  value: string
}

/** The part of mrkdwn that we send: escaped characters stay escaped, which Slack shows as plain ones. */
function marked(text: string): string {
  return text
    .replaceAll('"', '&quot;')
    .replaceAll(/<(https?:[^|>]+)\|([^>]*)>/g, '<a href="$1">$2</a>')
    .replaceAll(/^>(.*)$/gm, '<q>$1</q>')
    .replaceAll(/(^|\s)\*([^*\n]+)\*/g, '$1<b>$2</b>')
    .replaceAll('\n', '<br>')
}

function hidden(name: string, value: string): string {
  return `<input type="hidden" name="${name}" value="${escaped(value)}">`
}

export function html(title: string, body: string, status = 200): Answer {
  const style = `body{font:15px/1.45 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1d1c1d}
    article{border:1px solid #ddd;border-radius:8px;padding:.75rem 1rem;margin:.75rem 0}.section{margin:.4rem 0}
    q{display:block;border-left:4px solid #ddd;padding-left:.6rem;quotes:none}.context{color:#616061;font-size:13px}
    .actions{display:flex;flex-wrap:wrap;gap:.5rem;margin-top:.6rem}form{margin:0}
    .button,button,select{border:1px solid #bbb;border-radius:4px;padding:.3rem .7rem;background:#fff;color:#1d1c1d;font:inherit;text-decoration:none}`
  const page = `<!doctype html><html lang="en"><title>${title}</title><style>${style}</style><main><h1>${title}</h1>${body}</main></html>`
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page }
}

export function goTo(url: string): Answer {
  return { status: 303, headers: { location: url }, body: '' }
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
