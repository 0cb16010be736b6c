import type { MailBlock } from './mail.ts'

/** A part of a mail as plain text, its address on a line of its own. */
export function blockText({ heading, url, about, lines = [], quotes = [], rows = [] }: MailBlock): string {
  return [
    ...(heading === undefined ? [] : [heading]),
    ...(about === undefined ? [] : [about]),
    ...rows.map(({ label, value }) => `${value}  ${label}`),
    ...lines,
    ...quotes.map((quote) => `> ${quote}`),
    ...(url === undefined ? [] : [url]),
  ].join('\n')
}

/** The same as HTML. Dark-mode colours come from the classes in the mail's style sheet. */
export function blockHtml({ heading, url, about, lines = [], quotes = [], rows = [] }: MailBlock): string {
  const parts = [
    ...(heading === undefined ? [] : [headingHtml(heading, url)]),
    ...(about === undefined
      ? []
      : [`<p class="faint" style="margin:0 0 6px;font-size:13px;color:#6b6762">${escapeHtml(about)}</p>`]),
    ...(rows.length === 0 ? [] : [rowsHtml(rows)]),
    ...lines.map((line) => `<p class="ink" style="margin:0 0 6px">${escapeHtml(line)}</p>`),
    ...quotes.map(
      (quote) =>
        `<p class="ink rule" style="margin:0 0 6px;padding-left:12px;border-left:3px solid #e2ddd6;font-style:italic">${escapeHtml(quote)}</p>`,
    ),
  ]
  return `<div class="rule" style="margin:0 0 16px;padding-top:16px;border-top:1px solid #e2ddd6">\n${parts.join('\n')}\n</div>`
}

function headingHtml(heading: string, url: string | undefined): string {
  const text = escapeHtml(heading)
  const inner = url === undefined ? text : `<a class="link" href="${escapeHtml(url)}" style="color:#8a4b00">${text}</a>`
  return `<h2 class="ink" style="margin:0 0 4px;font-size:16px;line-height:1.4;font-weight:600">${inner}</h2>`
}

function rowsHtml(rows: readonly { label: string; value: string }[]): string {
  const cells = rows.map(
    ({ label, value }) =>
      `<tr><td class="ink" style="padding:2px 12px 2px 0;text-align:right;font-weight:600;vertical-align:top">${escapeHtml(value)}</td><td class="ink" style="padding:2px 0">${escapeHtml(label)}</td></tr>`,
  )
  return `<table cellpadding="0" cellspacing="0" style="margin:0 0 6px;font-size:15px"><tbody>${cells.join('')}</tbody></table>`
}

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
