import type { Call, Calls } from '@moqi/api/call'
import { openapi } from '@moqi/api/openapi'
import { type IntegrationScope, scopeLabels } from '@moqi/domain/integrations/integration-rules'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#src/platform/deps.ts'
import { addressLimiter } from './address-limit.ts'
import { acceptedEncoding, compress, type Encoding } from './compress.ts'
import { html, type Html, sendPage } from './plain-page.ts'
import { chineseTables, fieldTable, refusalTable } from './schema-tables.ts'
import { signingRules } from './signing-rules.ts'

const access = {
  open: '无需登录',
  session: '需要登录',
  tenant: '需要登录并处于某个空间',
  operator: '运营人员登录',
} as const
const kinds = {
  json: 'JSON',
  blob: '返回文件内容',
  upload: 'multipart/form-data',
  pair: 'multipart/form-data',
  stream: '事件流',
} as const

/** Publishes the call table: `/openapi.json` for programs, `/api/` for people. Each is printed once, when asked for. */
export function serveApiPage(app: FastifyInstance, calls: Calls, { now }: Pick<Deps, 'now'>): void {
  const limit = addressLimiter(now)
  const documents = new Map<Encoding, Promise<Buffer>>()
  const documentIn = (encoding: Encoding): Promise<Buffer> => {
    const known = documents.get(encoding)
    if (known) return known
    const made = compress(Buffer.from(JSON.stringify(openapi(calls))), encoding)
    documents.set(encoding, made)
    return made
  }
  let body: Html | undefined
  app.get('/openapi.json', async (request, reply) => {
    limit(request, { count: 60, seconds: 60 })
    const encoding = acceptedEncoding(request)
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.send(await documentIn(encoding))
  })
  app.get('/api', (_request, reply) => reply.redirect('/api/'))
  app.get('/api/', (_request, reply) => sendPage(reply, { title: '接口文档 · 墨契', body: (body ??= pageOf(calls)) }))
}

function pageOf(calls: Calls): Html {
  return html`<h1>接口文档</h1>
    <p>
      全部接口由同一张接口表生成，机器可读版本见 <a href="/openapi.json">openapi.json</a>（OpenAPI 3.1）。JSON 接口返回
      <code>{code, message, data}</code>；业务上的拒绝以 HTTP 200 返回，<code>data.reason</code>
      为拒绝原因。接入其他系统请看 <a href="/openapi/reference">开放接口参考</a>。
    </p>
    <p>
      登录后在请求头携带 <code>Authorization: Bearer</code>，以 <code>X-Tenant-Id</code> 指定空间；写操作可携带
      <code>Idempotency-Key</code>，重复请求只生效一次。时间为毫秒时间戳，长度单位为毫米。
    </p>
    ${signingRules()} ${Object.entries(calls).map(([name, call]) => cardOf(name, call))}`
}

function cardOf(name: string, call: Call): Html {
  return html`<details class="card" id="${name}">
    <summary>
      <span class="tag">${call.method}</span> <code>${call.path}</code>
      <div>${call.summary}</div>
    </summary>
    <p class="faint">
      ${access[call.access]} · ${kinds[call.kind]} · 成功码 <code>${JSON.stringify(call.success)}</code> ·
      每${call.limit.seconds}秒至多${call.limit.count}次${call.mutates ? ' · 支持 Idempotency-Key' : ''}
    </p>
    ${call.scope ? signedPath(name, call.method, call.scope) : ''}
    <h2>请求</h2>
    ${fieldTable(call.input, 'input', chineseTables)}
    <h2>返回</h2>
    ${call.kind === 'blob' ? html`<p>文件内容，支持分段（Range）</p>` : fieldTable(call.output, 'output', chineseTables)}
    ${
      call.refuses.length > 0
        ? html`<h2>可能的拒绝</h2>
            ${refusalTable(call)}`
        : ''
    }
  </details>`
}

/** How an integration asks it. */
const signedPath = (name: string, method: string, scope: IntegrationScope): Html =>
  html`<p class="faint">应用权限：${scopeLabels[scope].title} · <code>${method} /openapi/v1/${name}</code></p>`
