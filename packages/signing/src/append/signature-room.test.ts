import { beforeAll, describe, expect, test } from 'vitest'
import { freezeDocument } from '../freeze/freeze-document.ts'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { appendDocumentTimestamp } from '../levels/archive-document.ts'
import { PlaceholderTooSmall } from '@moqi/pdf/write/increment'
import { opensslAuthority } from '@moqi/trust/testing/openssl-authority'
import type { TimestampAuthority } from '@moqi/trust/timestamp/request-token'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { hasTool } from '@moqi/trust/testing/foreign-judge'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { signDocument } from './sign-document.ts'
import { disc, firstParties, sample } from '../testing/signing-scene.ts'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { signatureRoom, timestampRoom, withRoom } from './signature-room.ts'

const on = await scene()
const key = await on.party('张三')
const now = () => new Date()
const request = {
  signature: { slot: 'moqi-0001', image: disc() },
  signerName: '张三',
  reason: '同意签署',
  at: sceneTime,
}

test('our own chain and time-stamp have the room they take, and little more', async () => {
  await signDigest({ key, timestamps: on.timestamps }, Buffer.alloc(32))
  const taken = await signDigest({ key, timestamps: on.timestamps }, Buffer.alloc(32, 1))
  expect(signatureRoom(key.identity, on.timestamps) - taken.length).toBeGreaterThan(64)
  expect(signatureRoom(key.identity, on.timestamps) - taken.length).toBeLessThan(320)
  expect(timestampRoom(on.timestamps, 12 * 1024)).toBe(12 * 1024)
})

test('a long chain makes room for itself', () => {
  const { identity } = key
  const chain = Array.from({ length: 4 }, () => Buffer.alloc(1800))
  expect(signatureRoom({ ...identity, chain })).toBeGreaterThan(4 * 1800 + identity.certificate.length + 512)
})

test('what does not fit is made once more with room for it, unless it asks for too much', async () => {
  const tried: number[] = []
  const asking = (needed: number) => async (capacity: number) => {
    tried.push(capacity)
    if (capacity < needed) throw new PlaceholderTooSmall(needed, capacity)
    return capacity
  }
  expect(await withRoom(() => 512, asking(1000))).toBe(1088)
  await expect(withRoom(() => 512, asking(70_000))).rejects.toThrow(PlaceholderTooSmall)
  expect(tried).toEqual([512, 1088, 512])
})

describe.skipIf(!hasTool('openssl'))('an authority whose chain is of RSA-4096 (needs openssl)', () => {
  let root: Buffer
  let timestamps: TimestampAuthority
  let asked = 0
  beforeAll(async () => {
    ;({ root, timestamps } = await opensslAuthority())
  }, 60_000)
  const counted: TimestampAuthority = (bytes) => {
    asked += 1
    return timestamps(bytes)
  }

  test('certifies, signs and archives; its first time-stamp alone is asked for twice', async () => {
    const frozen = await freezeDocument(
      { certifier: on.certifier, timestamps: counted, now },
      sample('保密协议'),
      firstParties(1),
    )
    expect(asked).toBe(2)
    const signed = await signDocument({ key, timestamps: counted, font: notoSans() }, frozen, {
      ...request,
      at: now(),
    })
    const archived = await appendDocumentTimestamp({ timestamps: counted }, { ...frozen, head: signed.head })
    expect(asked).toBe(4)
    const pdf = Buffer.concat([frozen.bytes, signed.increment, archived.increment])
    const trustedRoots = [on.root.key.identity.certificate, root]
    const { verdict, signatureArray } = await verifyPdf(pdf, { trustedRoots, ownRoots: trustedRoots, now: now() })
    expect(signatureArray.map(({ level }) => level)).toEqual(['B-T', 'B-T', 'DocTimeStamp'])
    expect(verdict).toBe('valid')
  })

  test('signs without time-stamp in no more room than ever', () => {
    expect(signatureRoom(key.identity)).toBeLessThan(3 * 1024)
    expect(signatureRoom(key.identity, counted)).toBeGreaterThan(7.5 * 1024)
  })
})
