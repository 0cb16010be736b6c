import { blockHtml, blockText, escapeHtml } from './mail-blocks.ts'
import type { Mail } from './mail.ts'

/** The mail as plain text: paragraphs, the address to follow on a line of its own, footnotes. */
export function composeText(mail: Mail): string {
  const action = mail.action ? [`${mail.action.label}:\n${mail.action.url}`] : []
  const blocks = (mail.blocks ?? []).map(blockText)
  const links = linksOf(mail).map(({ label, url }) => `${label}:\n${url}`)
  return [...mail.paragraphs, ...blocks, ...action, ...(mail.footnotes ?? []), ...links].join('\n\n') + '\n'
}

/**
 * The mail as HTML: one narrow column, no picture, nothing fetched. Colours suit both schemes, and are also attributes
 * for clients that drop style sheets.
 */
export function composeHtml(mail: Mail): string {
  const paragraphs = mail.paragraphs.map((text) => `<p class="ink" style="margin:0 0 16px">${escapeHtml(text)}</p>`)
  const footnotes = (mail.footnotes ?? []).map(
    (text) => `<p class="faint" style="margin:0 0 8px;font-size:13px;color:#6b6762">${escapeHtml(text)}</p>`,
  )
  footnotes.push(...linksOf(mail).map(linkLine))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(mail.subject)}</title>
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#161513!important}.card{background:#1f1d1b!important;border-color:#37332f!important}
.ink{color:#ece8e2!important}.faint{color:#a59f96!important}.rule{border-color:#37332f!important}.link{color:#f0b45c!important}
}
</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#f7f5f2;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e2ddd6;border-radius:8px"><tr><td style="padding:28px;color:#26231f" class="ink">
<p class="ink" style="margin:0 0 20px;font-weight:600">Leadlight</p>
${[...paragraphs, ...(mail.blocks ?? []).map(blockHtml)].join('\n')}
${mail.action ? button(mail.action) : ''}
${footnotes.length > 0 ? `<div class="rule" style="border-top:1px solid #e2ddd6;margin-top:24px;padding-top:16px">${footnotes.join('\n')}</div>` : ''}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}

/** Dark letters on amber have enough contrast in both schemes. The bare address is below for those who cannot click. */
function button({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url)
  return `<p style="margin:24px 0"><a href="${address}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#f0a63a;color:#221a0c;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="faint" style="margin:0 0 8px;font-size:13px;color:#6b6762;word-break:break-all">${address}</p>`
}

function linksOf({ links = [], unsubscribe }: Mail): { label: string; url: string }[] {
  return [...links, ...(unsubscribe ? [unsubscribe] : [])]
}

function linkLine({ label, url }: { label: string; url: string }): string {
  return `<p style="margin:0 0 8px;font-size:13px"><a class="faint" href="${escapeHtml(url)}" style="color:#6b6762">${escapeHtml(label)}</a></p>`
}
