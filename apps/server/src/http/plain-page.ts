import type { FastifyReply } from 'fastify'
import { contentNonce } from '#src/platform/content-nonce.ts'
import { escapeHtml } from '#src/platform/escape-html.ts'
import { pagePolicy } from './security-headers.ts'

/** HTML that is safe to put into a page: made by `html`, or escaped by it. */
export type Html = { readonly html: string }

/** Writes HTML: whatever stands in a blank is escaped unless it is HTML itself; lists are joined. */
export function html(texts: TemplateStringsArray, ...blanks: (string | number | Html | readonly Html[])[]): Html {
  return {
    html: texts.map((text, index) => text + (index < blanks.length ? written(blanks[index] ?? '') : '')).join(''),
  }
}

function written(blank: string | number | Html | readonly Html[]): string {
  if (typeof blank === 'number') return String(blank)
  if (typeof blank === 'string') return escapeHtml(blank)
  return 'html' in blank ? blank.html : blank.map((part) => part.html).join('')
}

/** What stands on a page; it is read anew after `refreshSeconds`. */
type PlainPage = { title: string; body: Html; refreshSeconds?: number; language?: 'zh-CN' | 'en' }

/** Sends a page without scripts, in the product's look; its one style sheet carries the policy's nonce. */
export function sendPage(
  reply: FastifyReply,
  { title, body, refreshSeconds, language = 'zh-CN' }: PlainPage,
): FastifyReply {
  const nonce = contentNonce()
  const refresh = refreshSeconds ? html`<meta http-equiv="refresh" content="${refreshSeconds}" />` : html``
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${refresh}
        <link rel="icon" type="image/svg+xml" href="/home/mark.svg" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${{ html: style }}
        </style>
      </head>
      <body>
        <header><a href="/home/">${{ html: mark }}墨契</a></header>
        <main>${body}</main>
      </body>
    </html>`
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', pagePolicy(nonce, { apiUrl: '', staticUrl: '' }))
    .send(page.html)
}

const mark = `<svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
<rect x="1" y="1" width="22" height="22" rx="4.5" fill="#c3311f"/>
<path d="M12 1v6.6H8v4.4h8v4.4h-4V23" fill="none" stroke="#fff" stroke-width="1.9"/></svg>`

const style = `
:root { color-scheme: light; --ink: #17191e; --ink-2: #3d414a; --ink-3: #646974; --paper: #faf9f6; --surface: #fff;
  --line: #e9e7e1; --blue: #1f3b73; --blue-wash: #eef2f9; }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.7 -apple-system, BlinkMacSystemFont,
  'PingFang SC', 'HarmonyOS Sans SC', 'Microsoft YaHei', 'Noto Sans SC', 'Noto Sans CJK SC', sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
header { background: var(--surface); border-bottom: 1px solid var(--line); padding: 16px 24px }
header a { display: inline-flex; gap: 8px; align-items: center; color: var(--ink); font-size: 18px; font-weight: 600;
  text-decoration: none }
main { max-width: 1040px; margin: 0 auto; padding: 32px 24px 64px }
h1 { font-size: 26px; margin: 0 0 8px } h2 { font-size: 15px; margin: 16px 0 4px } h2:first-child { margin-top: 0 }
p { margin: 0 0 12px; color: var(--ink-2) }
a { color: var(--blue) } a:focus-visible, button:focus-visible, input:focus-visible, summary:focus-visible {
  outline: 2px solid var(--blue); outline-offset: 2px }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 16px 20px; margin: 0 0 12px }
.row { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline }
.faint { color: var(--ink-3); font-size: 13px }
.tag { background: var(--blue-wash); color: var(--blue); border-radius: 4px; padding: 0 8px; font-size: 13px }
code, .code { font: 14px/1.6 ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace }
.answer { font-size: 20px; letter-spacing: .08em }
.scroll { overflow-x: auto } .scroll + p { margin-top: 12px } form a { padding: 6px 0 }
@media (max-width: 600px) { .scroll[tabindex] table { min-width: 460px } }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0;
  border-top: 1px solid var(--line) } th { font-weight: 500; color: var(--ink-3); font-size: 13px }
th, td:first-child, td:last-child { white-space: nowrap } td { min-width: 64px } table.texts td { white-space: normal }
summary { cursor: pointer; min-height: 24px } details[open] summary { margin-bottom: 8px }
form { display: flex; flex-wrap: wrap; gap: 8px; margin: 16px 0 24px; align-items: end }
label { display: grid; gap: 4px; font-size: 13px; color: var(--ink-2) }
input { font: inherit; padding: 7px 12px; border: 1px solid #8f939c; border-radius: 8px; min-width: 220px; background: var(--surface) }
pre { margin: 0 0 12px; padding: 12px 16px; overflow-x: auto; background: var(--paper); border: 1px solid var(--line);
  border-radius: 8px; font: 13px/1.6 ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace }
nav ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 4px 16px; margin: 0 0 16px;
  padding: 0; list-style: none }
@media print { details::details-content { content-visibility: visible; block-size: auto } header, form, nav, .aside { display: none } body { background: #fff; font-size: 12px }
  main { max-width: none; padding: 0 } .card { break-inside: avoid-page; border-radius: 0 }
  pre { white-space: pre-wrap } .scroll { overflow: visible } th, td:first-child, td:last-child { white-space: normal } }
button { font: inherit; padding: 8px 20px; border: 0; border-radius: 8px; background: var(--blue); color: #fff; cursor: pointer }
`
