import type { keyAnswer } from '@moqi/api/certificate-key'
import type { Subject } from '@moqi/trust/certificates/authority'
import { publicKeyOf } from '@moqi/trust/cms/keys'
import { signerOf } from '@moqi/trust/cms/signing-key'
import { suites, type SuiteName } from '@moqi/trust/suites/suite'
import { fingerprintOf } from '#src/cores/identity/certificate-key.ts'
import type { Player } from './contract-scene.ts'
import { keyCode } from './key-scene.ts'
import type { TestServer } from './test-server.ts'

/** A certificate key made of software, as a token would answer. */
export type TokenKey = {
  id: string
  certificate: Buffer
  /** Base64, over text or bytes. */
  sign: (data: string | Buffer) => Promise<string>
  /** What it answers to a challenge, with its certificate. */
  answer: (code: string) => Promise<(typeof keyAnswer)['_output']>
}

/** A key of that suite with a test certificate of the server's, or another certificate over it. */
export async function tokenKey(
  server: Pick<TestServer, 'deps'>,
  subject: Omit<Subject, 'country'>,
  suite: SuiteName = 'P-256',
  certify = server.deps.authority.certifyKey,
): Promise<TokenKey> {
  const privateKey = await suites[suite].generateKey()
  const issued = await certify?.(publicKeyOf(privateKey), { ...subject, country: 'CN' })
  if (!issued) throw new Error('nobody certifies test keys')
  const { certificate, chain } = issued
  const id = fingerprintOf(certificate)
  const sign = async (data: string | Buffer) =>
    Buffer.from(await signerOf(privateKey)(Buffer.from(data))).toString('base64')
  return {
    id,
    certificate,
    sign,
    answer: async (code) => ({
      id,
      code,
      sign: await sign(code),
      cert: certificate.toString('base64'),
      chainArray: chain.map((der) => der.toString('base64')),
    }),
  }
}

/** The challenge of an answer that is one. */
export function codeOf({ data, message }: { data: object; message: string }): string {
  if (!('code' in data) || typeof data.code !== 'string') throw new Error(message)
  return data.code
}

/** Binds a key to somebody's account by a code to the phone; answers the call's answer. */
export async function bindTokenKey(server: TestServer, who: Player, key: TokenKey) {
  const asked = codeOf(await server.call('bindKey', { keyType: 'cert', id: key.id }, who))
  const smsCode = await keyCode(server, who)
  return server.call('bindKey', { keyType: 'cert', ...(await key.answer(asked)), smsCode }, who)
}
