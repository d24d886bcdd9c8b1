import { hasTool } from '@moqi/trust/testing/foreign-judge'
import { scene } from '@moqi/trust/testing/authority-scene'
import { toPem } from '@moqi/trust/certificates/pem'
import { childrenOf, readStrictDer } from '@moqi/trust/asn1/read-der'
import { octets, sequence } from '@moqi/trust/asn1/write-der'
import { opensslAuthority, type OpensslAuthority } from '@moqi/trust/testing/openssl-authority'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { judgedDocument, levels } from '#src/testing/archive-scene.ts'
import { type AuthorityElsewhere, authorityElsewhere } from '#src/testing/authority-elsewhere.ts'
import { companySigner, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { messagesTo } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { timestampContract } from './timestamp-contract.ts'

/** The answer with more bytes at the end of its token. */
function padded(answer: Buffer, bytes: number): Buffer {
  const [status, token] = childrenOf(readStrictDer(answer))
  if (!status || !token) throw new Error('no token')
  const parts = childrenOf(token).map(({ raw }) => raw)
  return sequence(status.raw, sequence(...parts, octets(Buffer.alloc(bytes))))
}

describe.skipIf(!hasTool('openssl'))('a time-stamping authority of RSA-4096 throughout (needs openssl)', () => {
  let bought: OpensslAuthority
  let tsa: AuthorityElsewhere
  let server: TestServer
  let launcher: Player
  let wang: Player
  /** Each token is 3 KB larger than the one before it. */
  let isGrowing = false
  let added = 0

  beforeAll(async () => {
    bought = await opensslAuthority()
    tsa = await authorityElsewhere(
      () => scene(() => new Date()),
      async ({ body }) => {
        const reply = await bought.timestamps(body)
        if (isGrowing) added += 3000
        return { type: 'application/timestamp-reply', body: isGrowing ? padded(reply, added) : reply }
      },
    )
    writeFileSync(tsa.roots, toPem('CERTIFICATE', bought.root))
    server = await testServer({}, { MOQI_TSA_URL: `${tsa.at}/`, MOQI_TRUSTED_ROOTS: tsa.roots })
    launcher = await player(server, jing.phone, 'company')
    wang = await player(server, '13800000001', 'person')
  }, 120_000)
  afterAll(async () => {
    await server.close()
    tsa.close()
  })

  const made = () => sent(server, launcher, [companySigner(1, yunqi, jing), personSigner(2, '王小明', wang.phone)])
  const judged = (contractId: string) => judgedDocument(server, launcher, contractId)

  test('sends, signs and archives with time-stamps that no small placeholder would take', async () => {
    const { taskId } = await made()
    expect(levels(await judged(taskId))).toEqual(['B-T'])
    expect((await signNow(server, launcher, taskId)).code).toBe(200)
    expect((await signNow(server, wang, taskId)).code).toBe(200)
    await vi.waitUntil(async () => (await messagesTo(server, wang.phone, 'finished')).length > 0, { timeout: 30_000 })
    const verdict = await judged(taskId)
    expect(verdict.verdict).toBe('valid')
    expect(levels(verdict).at(-1)).toBe('DocTimeStamp')
    expect(verdict.signatureArray.filter(({ timestampTime }) => timestampTime !== null).length).toBeGreaterThan(3)
  })

  test('what does not fit even then goes without, and gets its proof when tokens are as they were', async () => {
    isGrowing = true
    const { taskId } = await made()
    expect((await signNow(server, launcher, taskId)).code).toBe(200)
    expect(levels(await judged(taskId)).slice(0, 2)).toEqual(['B-B', 'B-B'])
    isGrowing = false
    await timestampContract(server.deps, { tenantId: launcher.tenantId, contractId: taskId })
    expect(levels(await judged(taskId))).toEqual(['B-T', 'B-T', 'DocTimeStamp'])
  })
})
