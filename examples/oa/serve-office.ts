import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { MoqiRefusal } from '@moqi/sdk/open-moqi'
import { MoqiForgery, verifyWebhook } from '@moqi/sdk/verify-webhook'
import type { Office } from './office.ts'
import { framePage, listPage, messagePage, purchasePage } from './pages.ts'

/** Where the platform is, and the secrets it signs events with: two while one is replaced. */
export type OfficeSettings = { platform: string; secrets: readonly string[] }

type Asked = { office: Office; settings: OfficeSettings; request: IncomingMessage; url: URL }
type Answer = { status?: number; type?: string; body: string | Uint8Array; location?: string; name?: string }

const largest = 20 * 1024 * 1024

/** The pages of an office, and the address its events come to (`/moqi`). */
export function serveOffice(office: Office, settings: OfficeSettings): Server {
  return createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://office')
    void answer({ office, settings, request, url })
      .catch(answerOfFault)
      .then((given) => send(response, settings, given))
  })
}

/** Nothing that somebody sends may stop the office. */
function answerOfFault(fault: unknown): Answer {
  if (fault instanceof MoqiForgery) return { status: 401, type: 'text/plain; charset=utf-8', body: fault.message }
  if (fault instanceof MoqiRefusal) return { status: 409, body: messagePage(`墨契：${fault.message}`) }
  console.error(fault)
  return { status: 500, body: messagePage('暂时无法处理，请稍后重试') }
}

async function answer(asked: Asked): Promise<Answer> {
  const { office, settings, request, url } = asked
  if (request.method === 'POST') return url.pathname === '/moqi' ? heard(asked) : made(asked)
  if (url.pathname === '/') return { body: listPage(office.all(), await office.templates()) }
  const [, id = '', part = ''] = /^\/purchases\/([\w-]{36})(\/\w+)?$/.exec(url.pathname) ?? []
  const purchase = office.find(id)
  if (!purchase) return { status: 404, body: messagePage('没有该采购申请') }
  if (part === '/frame') return { body: framePage(purchase, await office.link(purchase), settings) }
  await office.fetchFinished(purchase)
  if (part === '/contract' && purchase.finished)
    return { type: 'application/pdf', name: `${purchase.title}.pdf`, body: purchase.finished.bytes }
  return { body: purchasePage(purchase) }
}

/** An event: 401 unless the platform has signed it. */
async function heard({ office, settings, request }: Asked): Promise<Answer> {
  const { headers } = request
  office.hear(await verifyWebhook({ headers, body: await bytesOf(request), secrets: settings.secrets }))
  return { status: 204, body: '' }
}

/** A new purchase, named by its id. */
async function made({ office, request, url }: Asked): Promise<Answer> {
  requireOwnPage(request)
  const { templateId, title = '', name = '', phone = '', fileName = '' } = Object.fromEntries(url.searchParams)
  const { id } = templateId
    ? await office.fromTemplate(templateId)
    : await office.fromFile({ title, name, phone, fileName, bytes: await bytesOf(request) })
  return { type: 'application/json', body: JSON.stringify({ id }) }
}

/** Another site's page cannot set this header without being asked first. */
function requireOwnPage({ headers }: IncomingMessage): void {
  if (headers['x-office'] !== '1') throw new Error('a request of no page of this office')
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > largest) throw new Error('a body that is too large')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function send(
  response: ServerResponse,
  { platform }: OfficeSettings,
  { status = 200, type, body, name }: Answer,
): void {
  response.writeHead(status, {
    'content-type': type ?? 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'self'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-src ${platform}; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    ...(name && { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` }),
  })
  response.end(body)
}
