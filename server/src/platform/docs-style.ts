/** The look of `/docs`, light and dark, without a script. */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --line: light-dark(#d8dbe0, #33373e); --soft: light-dark(#f5f6f8, #1b1e23); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.55 system-ui, sans-serif; display: grid; grid-template-columns: minmax(16rem, 24rem) 1fr; }
nav { position: sticky; top: 0; height: 100vh; overflow: auto; padding: 1.5rem 1rem; border-right: 1px solid var(--line); font-size: 13px; }
nav h2 { font-size: 12px; text-transform: capitalize; margin: 1rem 0 .25rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: block; padding: .15rem 0; overflow-wrap: anywhere; color: inherit; text-decoration: none; }
nav a:hover, nav a:focus-visible { text-decoration: underline; }
main { padding: 2rem min(5vw, 4rem) 6rem; max-width: 60rem; min-width: 0; }
article { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: 1.5rem; scroll-margin-top: 1rem; }
h3 { font-size: 1.05rem; margin: 0; overflow-wrap: anywhere; }
h3 span { font: 600 .8em ui-monospace, monospace; }
pre { background: var(--soft); border: 1px solid var(--line); border-radius: 6px; padding: .75rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
table { border-collapse: collapse; display: block; overflow: auto; margin: 1rem 0; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .9rem .35rem 0; text-align: left; font-weight: 400; vertical-align: top; }
thead th { font-weight: 600; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; height: auto; max-height: 40vh; border-right: 0; border-bottom: 1px solid var(--line); } }
`.trimStart()
