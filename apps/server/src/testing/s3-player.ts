import { createHash, createHmac, hash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** How a store of that kind behaves where they differ. */
export type S3Manner = {
  addressing: 'host' | 'path'
  /** The header by which it refuses what is there already. */
  once: 'if-none-match' | 'x-oss-forbid-overwrite' | null
}

/** What happens to the next requests whose method and key match. */
export type S3Fault = {
  on: RegExp
  times: number
  how: 'reset' | 'error' | 'cut' | 'wrong' | 'lost-answer'
}

/** An object store over HTTP for tests, with its objects by key. */
export type S3Player = {
  endpoint: string
  objects: Map<string, { body: Buffer; at: number }>
  /** Methods and keys, in order. */
  asked: string[]
  fault: (fault: S3Fault) => void
  close: () => Promise<void>
}

export const s3Key = { id: 'moqi', secret: 'moqi-secret' }
export const s3Bucket = 'contracts'

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * Whether a request is signed as AWS Signature Version 4 says, worked out here by itself. Wants the hash of the body
 * itself among what is signed: OSS and COS know no chunked signing.
 */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const { authorization = '' } = request.headers
  const [, id, date = '', region = '', signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      authorization,
    ) ?? []
  const contentHash = String(request.headers['x-amz-content-sha256'])
  if (id !== s3Key.id || contentHash !== hash('sha256', body, 'hex')) return false
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).toSorted()
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), signedHeaders, contentHash].join(
    '\n',
  )
  const scope = `${date}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hash('sha256', canonical, 'hex')].join('\n')
  const key = [date, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${s3Key.secret}`)
  return hmac(key, text).toString('hex') === signature
}

/** Starts one on loopback, in that manner. */
export async function playS3({ addressing, once }: S3Manner, now: () => number = Date.now): Promise<S3Player> {
  const objects: S3Player['objects'] = new Map()
  const asked: string[] = []
  const faults: S3Fault[] = []

  function answer(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://store')
    const host = String(request.headers.host)
    const isHosted = host.startsWith(`${s3Bucket}.`)
    if (isHosted !== (addressing === 'host')) return end(response, 403, 'SecondLevelDomainForbidden')
    if (!isSigned(request, url, body)) return end(response, 403, 'SignatureDoesNotMatch')
    const key = decodeURIComponent(url.pathname).slice(isHosted ? 1 : s3Bucket.length + 2)
    const what = `${request.method} ${key}`
    asked.push(what)
    const fault = nextFault(what)
    if (fault?.how === 'reset') return void request.socket.destroy()
    if (fault?.how === 'error') return end(response, 503, 'SlowDown')
    return serve(request, response, { key, body, fault, url })
  }

  function nextFault(what: string): S3Fault | undefined {
    const fault = faults.find(({ on, times }) => times > 0 && on.test(what))
    if (fault) fault.times -= 1
    return fault
  }

  type Served = { key: string; body: Buffer; fault: S3Fault | undefined; url: URL }
  function serve(request: IncomingMessage, response: ServerResponse, { key, body, fault, url }: Served): void {
    if (request.method === 'PUT') return put(request, response, { key, body, isLost: fault?.how === 'lost-answer' })
    if (request.method === 'DELETE') {
      objects.delete(key)
      return end(response, 204)
    }
    return key === '' ? list(response, url) : get(request, response, { key, fault })
  }

  function put(
    request: IncomingMessage,
    response: ServerResponse,
    { key, body, isLost }: { key: string; body: Buffer; isLost: boolean },
  ): void {
    if (once !== null && request.headers[once] !== undefined && objects.has(key)) {
      return end(response, once === 'if-none-match' ? 412 : 409, 'exists')
    }
    objects.set(key, { body, at: now() })
    if (isLost) return void request.socket.destroy()
    return end(response, 200)
  }

  function get(
    request: IncomingMessage,
    response: ServerResponse,
    { key, fault }: { key: string; fault: S3Fault | undefined },
  ): void {
    const found = objects.get(key)
    if (!found) return end(response, 404, 'NoSuchKey')
    const etag = `"${createHash('md5').update(found.body).digest('hex')}"`
    const [, from = '0'] = /^bytes=(\d+)-$/.exec(request.headers.range ?? '') ?? []
    const whole = fault?.how === 'wrong' ? Buffer.alloc(found.body.length) : found.body
    const body = whole.subarray(Number(from))
    const headers = { etag, 'last-modified': new Date(found.at).toUTCString(), 'content-length': body.length }
    response.writeHead(from === '0' ? 200 : 206, headers)
    if (fault?.how !== 'cut' || request.method === 'HEAD')
      return void response.end(request.method === 'HEAD' ? '' : body)
    response.write(body.subarray(0, body.length >> 1), () => request.socket.destroy())
  }

  function list(response: ServerResponse, url: URL): void {
    const pageSize = 3
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
    const page = keys.slice(0, pageSize)
    const contents = page.map((key) => {
      const { at = 0, body } = objects.get(key) ?? {}
      const fields = `<Key>${key}</Key><LastModified>${new Date(at).toISOString()}</LastModified>`
      return `<Contents>${fields}<Size>${body?.length}</Size></Contents>`
    })
    const next = keys.length > pageSize ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    end(response, 200, `<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`)
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => answer(request, response, Buffer.concat(parts)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    endpoint: `http://localhost:${typeof address === 'object' ? address?.port : 0}`,
    objects,
    asked,
    fault: (fault) => faults.push(fault),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const end = (response: ServerResponse, status: number, body = ''): void => {
  response.writeHead(status).end(body)
}
