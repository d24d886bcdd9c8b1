import { createServer, type IncomingMessage } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scene } from '@moqi/trust/testing/authority-scene'
import { readCertificateRequest } from '@moqi/trust/certificates/certificate-request'
import { commonName } from '@moqi/trust/chains/certificate'
import { toPem } from '@moqi/trust/certificates/pem'

/** What an authority is asked over HTTP. */
export type Asked = { request: IncomingMessage; body: Buffer; elsewhere: Scene }
/** What it answers; null ends the connection without a word. */
export type Answered = { type: string; body: Buffer | string } | null

/** An authority outside the server: its address, without a slash at the end, and the file its root stands in. */
export type AuthorityElsewhere = { at: string; roots: string; close: () => void }

/** Starts one over HTTP; `make` gets its address, which certificates may name. */
export async function authorityElsewhere(
  make: (at: string) => Promise<Scene>,
  answer: (asked: Asked) => Promise<Answered>,
): Promise<AuthorityElsewhere> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const answered = await answer({ request, body: Buffer.concat(parts), elsewhere })
    if (!answered) return response.destroy()
    return response.writeHead(200, { 'content-type': answered.type }).end(answered.body)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  const at = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const elsewhere = await make(at)
  const folder = mkdtempSync(join(tmpdir(), 'moqi-elsewhere-'))
  const roots = join(folder, 'roots.pem')
  writeFileSync(roots, toPem('CERTIFICATE', elsewhere.root.key.identity.certificate))
  return {
    at,
    roots,
    close() {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What a time-stamping authority answers. */
export const timestampReply = async ({ body, elsewhere }: Pick<Asked, 'body' | 'elsewhere'>): Promise<Answered> => ({
  type: 'application/timestamp-reply',
  body: await elsewhere.timestamps(body),
})

/** Whom a request (PKCS#10, DER) asks a certificate for. */
export const nameAsked = (request: Buffer): string => commonName(readCertificateRequest(request).name)
