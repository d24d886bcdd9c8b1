import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call, Calls } from '@moqi/api/call'
import { integrationScopes } from '@moqi/domain/integrations/integration-rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#src/platform/deps.ts'
import { addressLimiter } from './address-limit.ts'
import { html, type Html, sendPage } from './plain-page.ts'
import { chineseReference, englishReference, type ReferenceWords } from './reference-words.ts'
import { fieldTable, refusalTable } from './schema-tables.ts'

const samples = [
  ['curl', 'list-tasks.sh'],
  ['TypeScript', 'list-tasks.ts.txt'],
  ['Java 17', 'ListTasks.java'],
  ['Python 3', 'list_tasks.py'],
  ['PHP 8', 'list-tasks.php'],
] as const

type Asked = { Querystring: { q?: unknown } }
type Offered = Call & { name: string; scope: NonNullable<Call['scope']> }

/**
 * The reference of what integrations may ask, in two languages, out of the call table: searched by `q` without a
 * script, and printed whole.
 */
export function serveReference(app: FastifyInstance, calls: Calls, { now }: Pick<Deps, 'now'>): void {
  const limit = addressLimiter(now)
  const all = Object.entries(calls).flatMap(([name, call]) =>
    call.scope ? [{ ...call, name, scope: call.scope }] : [],
  )
  const offered = integrationScopes.flatMap((scope) => all.filter((call) => call.scope === scope))
  for (const words of [chineseReference, englishReference]) {
    let made: ReadonlyMap<string, Html> | undefined
    // Made when somebody reads them: hundreds of schemas, which would hold up the start of every node.
    const cards = () => (made ??= new Map(offered.map((call) => [call.name, cardOf(call, words)])))
    app.get<Asked>(words.path, (request, reply) => {
      limit(request, { count: 120, seconds: 60 })
      const { q } = request.query
      const sought = typeof q === 'string' ? q.trim().slice(0, 100) : ''
      const found = offered.filter((call) => isMeant(call, sought, words))
      const body = pageOf({ words, sought, found, cards: cards() })
      return sendPage(reply, { title: `${words.title} · 墨契`, body, language: words.tag })
    })
  }
}

/** Every word of what is sought stands in a call's name, summary, scope, fields or refusals. */
function isMeant(call: Offered, sought: string, words: ReferenceWords): boolean {
  const { title } = words.scopes[call.scope]
  const about = [call.name, words.summary(call.name, call.summary), call.summary, title, ...call.refuses]
  const text = about.join(' ').toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

type Page = { words: ReferenceWords; sought: string; found: readonly Offered[]; cards: ReadonlyMap<string, Html> }

function pageOf({ words, sought, found, cards }: Page): Html {
  const { search, other } = words
  return html`<div class="row aside">
      <a href="${other.path}" hreflang="${words.tag === 'en' ? 'zh-CN' : 'en'}">${other.label}</a>
      <a href="/openapi.json">openapi.json</a>
    </div>
    <h1>${words.title}</h1>
    <p>${words.lead}</p>
    <form role="search">
      <label>${search.label}<input type="search" name="q" value="${sought}" maxlength="100" /></label>
      <button>${search.button}</button>
      ${sought ? html`<a href="${words.path}">${search.all}</a>` : ''}
    </form>
    ${sought ? '' : html`${signingOf(words)} ${samplesOf(words)}`}
    ${found.length === 0 ? html`<p role="status">${search.none}</p>` : contentsOf(words, found)}
    ${found.map(({ name }) => cards.get(name) ?? html``)}`
}

const contentsOf = ({ scopes }: ReferenceWords, found: readonly Offered[]): Html =>
  html`<nav>
    ${integrationScopes.map((scope) => {
      const own = found.filter((call) => call.scope === scope)
      if (own.length === 0) return html``
      return html`<h2>${scopes[scope].title}</h2>
        <p class="faint">${scopes[scope].about}</p>
        <ul>
          ${own.map(({ name }) => html`<li><a href="#${name}">${name}</a></li>`)}
        </ul>`
    })}
  </nav>`

const signingOf = ({ signing }: ReferenceWords): Html =>
  html`<section class="card" id="signing">
    <h2>${signing.title}</h2>
    <div class="scroll" tabindex="0">
      <table class="texts">
        ${signing.headers.map(
          ([name, meaning]) =>
            html`<tr>
              <td><code>${name}</code></td>
              <td>${meaning}</td>
            </tr>`,
        )}
      </table>
    </div>
    ${signing.lines.map((line) => html`<p>${line}</p>`)}
  </section>`

const samplesOf = ({ samples: { title, lead } }: ReferenceWords): Html =>
  html`<section class="card" id="examples">
    <h2>${title}</h2>
    <p>${lead}</p>
    ${samples.map(
      ([language, file]) =>
        html`<details>
          <summary>${language}</summary>
          <pre tabindex="0" aria-label="${language}"><code>${sampleText(file)}</code></pre>
        </details>`,
    )}
  </section>`

const sampleTexts = new Map<string, string>()

function sampleText(file: string): string {
  const known = sampleTexts.get(file)
  if (known !== undefined) return known
  const text = readFileSync(join(import.meta.dirname, 'samples', file), 'utf8')
  sampleTexts.set(file, text)
  return text
}

function cardOf(call: Offered, words: ReferenceWords): Html {
  const { name, method, limit, mutates, scope } = call
  return html`<section class="card" id="${name}">
    <h2><span class="tag">${method}</span> <code>/openapi/v1/${name}</code></h2>
    <p>${words.summary(name, call.summary)}</p>
    <p class="faint">
      ${words.scopes[scope].title} · ${words.limit(limit.count, limit.seconds)}${mutates ? ` · ${words.repeats}` : ''}
    </p>
    <h2>${words.request}</h2>
    ${call.kind === 'upload' ? html`<p>${words.body}</p>` : ''} ${fieldTable(call.input, 'input', words.tables)}
    <h2>${words.answer}</h2>
    ${call.kind === 'blob' ? html`<p>${words.bytes}</p>` : fieldTable(call.output, 'output', words.tables)}
    ${
      call.refuses.length > 0
        ? html`<h2>${words.refusals}</h2>
            ${refusalTable(call)}`
        : ''
    }
  </section>`
}
