import { embeddedCertificateAuthority } from '@moqi/trust/certificates/certificate-authority'
import type { Subject } from '@moqi/trust/certificates/authority'
import { createCertificateRequest } from '@moqi/trust/certificates/certificate-request'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { suites } from '@moqi/trust/suites/suite'
import { beforeAll, expect, test } from 'vitest'
import { fittingCertificates } from './fitting-certificates.ts'

const subject = { commonName: '王小明', country: 'CN' as const }
const known = await scene()
let request: Buffer

beforeAll(async () => {
  request = createCertificateRequest(await suites['P-256'].generateKey(), subject)
})

type Lie = { name?: string; from?: string; to?: string; issuing?: typeof known.issuing }

/** Asks an authority that does as it is told, whatever it is asked for. */
function issue(
  { name = subject.commonName, from = '2026-01-01', to = '2027-01-01', issuing = known.issuing }: Lie,
  renamed?: Subject,
) {
  const validity = { notBefore: new Date(from), notAfter: new Date(to) }
  const authority = embeddedCertificateAuthority({ authority: issuing, publishedAt: {}, validity: () => validity })
  const told = { issue: (asked: Buffer) => authority.issue(asked, { ...subject, commonName: name }) }
  const roots = [known.root.key.identity.certificate]
  return fittingCertificates(told, { roots, now: () => sceneTime.getTime(), ...(renamed && { renamed }) }).issue(
    request,
    subject,
  )
}

test('a certificate that fits is taken, also with a number beside the name', async () => {
  expect((await issue({})).chain).toHaveLength(1)
  expect((await issue({ name: '051@王小明@1' })).chain).toHaveLength(1)
})

test('the platform itself may be known to the authority by another name', async () => {
  expect((await issue({ name: '某某科技有限公司' }, subject)).chain).toHaveLength(1)
})

test.each([
  ['of somebody else', { name: '李静' }, 'a certificate of somebody else'],
  ['that has ended', { to: '2026-11-01' }, 'a certificate of another time'],
  ['that ends within a day', { to: '2026-11-20T12:00:00Z' }, 'a certificate of another time'],
  ['whose time has not come', { from: '2026-12-01' }, 'a certificate of another time'],
  ['that ends at no trusted root', { issuing: (await scene()).issuing }, 'a certificate that ends at no trusted root'],
] satisfies [string, Lie, string][])(
  'a certificate %s is refused before anybody signs with it',
  async (_, lie, why) => {
    await expect(issue(lie)).rejects.toThrow(why)
  },
)
