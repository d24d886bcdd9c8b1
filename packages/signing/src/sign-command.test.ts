import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { discPng, sample } from './testing/signing-scene.ts'
import { keyPair, scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { issueCertificate } from '@moqi/trust/certificates/authority'
import { fromPem, toPem } from '@moqi/trust/certificates/pem'
import { Pkcs11Token, type TokenSettings } from '@moqi/trust/hsm/pkcs11-token'
import { hasSoftToken, makeKeyPair, newSoftToken } from '@moqi/trust/testing/soft-token'
import { runSign } from './sign-command.ts'
import { verifyPdf } from '@moqi/verify/verify-pdf'

const folder = mkdtempSync(join(tmpdir(), 'moqi-sign-'))
const contract = join(folder, 'contract.pdf')
writeFileSync(contract, sample('保密协议'))
const file = (name: string, content: Buffer | string): string => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

async function run(...words: string[]) {
  const lines: string[] = []
  const complaints: string[] = []
  const code = await runSign(words, {
    now: sceneTime,
    print: (line) => lines.push(line),
    complain: (text) => complaints.push(text),
  })
  return { code, lines, complaints: complaints.join('') }
}

test('signs with a test authority where it was asked to, and says what to trust', async () => {
  const out = join(folder, 'signed.pdf')
  const seal = file('seal.png', discPng(300))
  const { code, lines } = await run(
    contract,
    out,
    '--name',
    '张三',
    '--seal',
    seal,
    '--page',
    '2',
    '--x',
    '40',
    '--y',
    '50',
  )
  expect(code).toBe(0)
  expect(lines.map((line) => JSON.parse(line))).toEqual([{ file: out, root: `${out}.root.crt` }])
  const trustedRoots = fromPem('CERTIFICATE', readFileSync(`${out}.root.crt`, 'latin1'))
  const verdict = await verifyPdf(readFileSync(out), { trustedRoots, now: sceneTime })
  expect(verdict.verdict).toBe('valid')
  const signature = verdict.signatureArray.at(-1)
  expect(signature).toMatchObject({ signerName: '张三', page: 2, level: 'B-T' })
  expect(signature?.box?.x).toBeCloseTo(40, 1)
  expect(signature?.box?.y).toBeCloseTo(50, 1)
  expect(signature?.box?.width).toBeCloseTo(25.4, 1)
})

test('signs with a given key, which needs no test root', async () => {
  const on = await scene()
  const { privateKey, publicKey } = keyPair('rsa')
  const certificate = await issueCertificate({
    authority: on.issuing,
    publicKey,
    subject: { commonName: '李四', country: 'CN' },
    profile: 'signer',
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2036-01-01T00:00:00Z'),
  })
  const chain = [certificate, on.issuing.key.identity.certificate].map((der) => toPem('CERTIFICATE', der)).join('')
  const key = file('key.pem', privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const out = join(folder, 'by-key.pdf')
  const { code, lines } = await run(contract, out, '--name', '李四', '--key', key, '--cert', file('cert.pem', chain))
  expect([code, lines]).toEqual([0, [JSON.stringify({ file: out })]])
  const trustedRoots = [on.root.key.identity.certificate]
  const verdict = await verifyPdf(readFileSync(out), { trustedRoots, now: sceneTime })
  expect(verdict.signatureArray).toMatchObject([
    { integrity: 'intact' },
    { integrity: 'intact', identity: 'confirmed' },
  ])
})

describe.skipIf(!hasSoftToken)('a key in a token (needs SoftHSM2 and the native binding)', () => {
  let settings: TokenSettings
  let certificate: string
  let root: Buffer
  const uri = (object: string, pin = settings.pin) =>
    `pkcs11:token=${settings.token};object=${object}?module-path=${settings.module}&pin-value=${pin}`

  beforeAll(async () => {
    const on = await scene()
    root = on.root.key.identity.certificate
    settings = newSoftToken('usb', 'other')
    const token = new Pkcs11Token(settings)
    const publicKey = await makeKeyPair(token, 'zhangsan', 'ec')
    await token.close()
    const leaf = await issueCertificate({
      authority: on.issuing,
      publicKey,
      subject: { commonName: '张三', country: 'CN' },
      profile: 'signer',
      notBefore: new Date('2026-01-01T00:00:00Z'),
      notAfter: new Date('2036-01-01T00:00:00Z'),
    })
    const chain = [leaf, on.issuing.key.identity.certificate].map((der) => toPem('CERTIFICATE', der)).join('')
    certificate = file('token.pem', chain)
  })

  test('signs without leaving it', async () => {
    const out = join(folder, 'by-token.pdf')
    const words = [contract, out, '--name', '张三', '--pkcs11', uri('zhangsan'), '--cert', certificate]
    expect(await run(...words)).toEqual({ code: 0, lines: [JSON.stringify({ file: out })], complaints: '' })
    const verdict = await verifyPdf(readFileSync(out), { trustedRoots: [root], now: sceneTime })
    expect(verdict.signatureArray.map(({ integrity, identity }) => [integrity, identity])).toEqual([
      ['intact', 'confirmed'],
      ['intact', 'confirmed'],
    ])
    expect(verdict.signatureArray[1]).toMatchObject({ signerName: '张三' })
    // The token was closed behind the signature and opens again.
    expect((await run(...words)).code).toBe(0)
  })

  test.each([
    ['a key that is not there', () => uri('nobody'), 'key-missing'],
    ['a URI that names no key', () => 'pkcs11:token=usb', 'token=, object= and ?module-path='],
  ])('refuses %s and says why', async (_, address, why) => {
    const out = join(folder, 'none.pdf')
    const { code, complaints } = await run(
      contract,
      out,
      '--name',
      '张三',
      '--pkcs11',
      address(),
      '--cert',
      certificate,
    )
    expect(code).toBe(1)
    expect(complaints).toContain(why)
    expect(complaints).not.toContain(settings.pin)
  })
})

test.each([
  [[]],
  [['in.pdf', 'out.pdf']],
  [['in.pdf', '--name', '张三']],
  [['in.pdf', 'out.pdf', 'more.pdf', '--name', '张三']],
  [['in.pdf', 'out.pdf', '--name', '张三', '--page', 'one']],
  [['in.pdf', 'out.pdf', '--name', '张三', '--key', 'key.pem']],
  [['in.pdf', 'out.pdf', '--name', '张三', '--cert', 'cert.pem']],
  [['in.pdf', 'out.pdf', '--name', '张三', '--pkcs11', 'pkcs11:token=a']],
  [['in.pdf', 'out.pdf', '--name', '张三', '--key', 'key.pem', '--pkcs11', 'pkcs11:token=a', '--cert', 'cert.pem']],
  [['in.pdf', 'out.pdf', '--name', '张三', '--unknown']],
])('explains itself for %j', async (words) => {
  const { code, complaints } = await run(...words)
  expect(code).toBe(64)
  expect(complaints).toContain('sign IN OUT --name NAME')
})

test.each([
  ['a file that is not there', ['none.pdf', 'out.pdf', '--name', '张三'], 'none.pdf'],
  ['a page that is not there', [contract, join(folder, 'x.pdf'), '--name', '张三', '--page', '99'], 'page-missing'],
])('refuses %s and says why', async (_, words, why) => {
  const { code, complaints } = await run(...words)
  expect(code).toBe(1)
  expect(complaints).toContain(why)
})
