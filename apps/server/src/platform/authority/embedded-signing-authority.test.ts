import { readCertificate } from '@moqi/trust/chains/certificate'
import { requestToken } from '@moqi/trust/timestamp/request-token'
import { readSignedData } from '@moqi/trust/cms/read-signed-data'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { embeddedSigningAuthority } from './embedded-signing-authority.ts'
import { replacementTime } from './stored-keys.ts'
import type { SigningAuthority } from './signing-authority.ts'

const yearMs = 365 * 24 * 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

const certificateOf = async ({ certifier }: SigningAuthority) => (await certifier()).identity.certificate

/** When the certificate behind the authority's time-stamps ends, in ms. */
async function timestampsEnd({ timestamps }: SigningAuthority): Promise<number> {
  const { certificates } = readSignedData(await requestToken(timestamps, Buffer.from('anything')))
  return Math.min(...certificates.map((der) => readCertificate(der).notAfter))
}

test('a restart keeps every certificate, and one shortly before an end replaces all but the authorities', async () => {
  const { authority } = server.deps
  const again = await embeddedSigningAuthority(server.deps)
  expect(await timestampsEnd(again)).toBe(await timestampsEnd(authority))
  expect(await certificateOf(again)).toEqual(await certificateOf(authority))
  const later = await embeddedSigningAuthority({ ...server.deps, now: () => Date.now() + 9.5 * yearMs })
  expect(await timestampsEnd(later)).toBeGreaterThan((await timestampsEnd(authority)) + 9 * yearMs)
  expect(await certificateOf(later)).not.toEqual(await certificateOf(authority))
  expect(later.issuers).toEqual(authority.issuers)
})

test('a server that runs longer than its certificates hold has new ones by then', async () => {
  let time = Date.now() + 9.5 * yearMs
  const authority = await embeddedSigningAuthority({ ...server.deps, now: () => time })
  const [before, ends] = [await certificateOf(authority), await timestampsEnd(authority)]
  time = replacementTime(before) - 1
  expect(await certificateOf(authority)).toEqual(before)
  // They were not all made in the same second: one that is due alone is followed by the others within the hour.
  time += 2 * 3_600_000
  expect(await certificateOf(authority)).not.toEqual(before)
  expect(await timestampsEnd(authority)).toBeGreaterThan(ends)
})

test('what is known of a certificate, to be kept with the contract, is a list and an OCSP response', async () => {
  const { issuers, revocation } = server.deps.authority
  const certifier = await server.deps.authority.certifier()
  const { crls, ocsps } = await revocation(certifier.identity.certificate, issuers[1] ?? Buffer.alloc(0))
  expect([crls.length, ocsps.length]).toEqual([1, 1])
  const strange = await revocation(certifier.identity.certificate, certifier.identity.certificate)
  expect(strange).toEqual({ crls: [], ocsps: [] })
})
