import type { KeyObject } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { sample } from '@moqi/signing/testing/signing-scene'
import { scene } from '@moqi/trust/testing/authority-scene'
import { issueCertificate } from '@moqi/trust/certificates/authority'
import { toPem } from '@moqi/trust/certificates/pem'
import { runCommandLine } from './command-line.ts'
import { Pkcs11Token, type TokenSettings } from '@moqi/trust/hsm/pkcs11-token'
import { hasSoftToken, makeKeyPair, newSoftToken } from '@moqi/trust/testing/soft-token'

const readme = readFileSync(new URL('../../signing/README.md', import.meta.url), 'utf8')
const blocksIn = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, block = '']) => block)
const [firstCode = ''] = blocksIn('ts')
const [firstCommands = '', tokenCommand = ''] = blocksIn('sh')

function folderWithContract(): string {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-readme-'))
  writeFileSync(join(folder, 'contract.pdf'), sample('保密协议'))
  return folder
}

function runCode(folder: string, code: string, environment: Record<string, string> = {}) {
  symlinkSync(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'sign.ts'), code)
  const env = { ...process.env, ...environment }
  return spawnSync(process.execPath, ['sign.ts'], { cwd: folder, encoding: 'utf8', env })
}

test('the code in the README signs a file and finds it valid, in ten lines', () => {
  const folder = folderWithContract()
  const code = firstCode
  expect(code.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10)
  const { stdout, stderr, status } = runCode(folder, code)
  expect({ stdout, stderr, status }).toMatchObject({ stdout: 'valid\n', status: 0 })
})

async function runCommand(folder: string, command: string) {
  const words = command.replace('npm run ', '').replace(' -- ', ' ').replaceAll("'", '').split(' ')
  const complaints: string[] = []
  const code = await runCommandLine({
    arguments: words.map((word) => (/^[^:]*\.(pdf|crt|pem)$/.test(word) ? join(folder, word) : word)),
    environment: {},
    now: new Date(),
    print: () => {},
    complain: (text) => complaints.push(text),
  })
  return { code, complaints }
}

test('the commands in the README sign a file and find it valid', async () => {
  const folder = folderWithContract()
  const commands = firstCommands.trim().split('\n')
  expect(commands).toHaveLength(2)
  for (const command of commands) {
    expect(await runCommand(folder, command)).toEqual({ code: 0, complaints: [] })
  }
})

/** What the README's examples of keys elsewhere have at hand: a frozen document, and a certificate for that key. */
const atHand = `
import { createPublicKey, sign } from 'node:crypto'
import { issueCertificate } from '@moqi/trust/certificates/authority'
import { keyPair, scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { disc, sample, threeParties } from '@moqi/signing/testing/signing-scene'
import { signDocument } from '@moqi/signing/append/sign-document'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import { verifyPdf } from '@moqi/verify/verify-pdf'
const { certifier, timestamps, issuing, root } = await scene()
const font = notoSans()
const frozen = await freezeDocument({ certifier, timestamps, now: () => sceneTime }, sample('保密协议'), threeParties)
const { layout, slots, head } = frozen
const request = { signature: { slot: 'moqi-0002', image: disc() }, signerName: '张三', reason: '同意', at: sceneTime }
const made = keyPair()
const uri = process.env.KEY_URI
const askTheKey = async (data) => sign('sha256', data, made.privateKey)
const chain = [issuing.key.identity.certificate]
const certificate = await issueCertificate({
  authority: issuing,
  subject: { commonName: '张三', country: 'CN' },
  publicKey: process.env.PUBLIC_KEY ? createPublicKey(process.env.PUBLIC_KEY) : made.publicKey,
  profile: 'signer',
  notBefore: new Date('2026-01-01'),
  notAfter: new Date('2036-01-01'),
})
`
const judged = `
const trustedRoots = [root.key.identity.certificate]
const pdf = Buffer.concat([frozen.bytes, signed.increment])
const { verdict, reasonArray, signatureArray } = await verifyPdf(pdf, { trustedRoots, now: sceneTime })
console.log(verdict, signatureArray.length, reasonArray[0].code)
`
const codeAbout = (word: string) => blocksIn('ts').filter((block) => block.includes(word))

test('the code in the README signs in two steps with a key that is elsewhere', () => {
  const [code = '', ...others] = codeAbout('completeExternalSignature')
  expect(others).toEqual([])
  const { stdout, stderr } = runCode(folderWithContract(), `${atHand}${code}${judged}`)
  expect({ stdout, stderr }).toEqual({ stdout: 'indeterminate 2 contract-unfinished\n', stderr: '' })
})

describe.skipIf(!hasSoftToken)('a key in a token (needs SoftHSM2 and the native binding)', () => {
  let settings: TokenSettings
  let publicKey: KeyObject
  beforeAll(async () => {
    settings = newSoftToken('usb')
    const token = new Pkcs11Token(settings)
    publicKey = await makeKeyPair(token, 'zhangsan', 'ec')
    await token.close()
  })

  test('signs by the code in the README', () => {
    const [code = '', ...others] = codeAbout('pkcs11SigningKey')
    expect(others).toEqual([])
    const { stdout, stderr } = runCode(folderWithContract(), `${atHand}${code}${judged}`, {
      KEY_URI: `pkcs11:token=usb;object=zhangsan?module-path=${settings.module}&pin-value=${settings.pin}`,
      PUBLIC_KEY: String(publicKey.export({ type: 'spki', format: 'pem' })),
    })
    expect({ stdout, stderr }).toEqual({ stdout: 'indeterminate 2 contract-unfinished\n', stderr: '' })
  })

  test('signs by the command in the README', async () => {
    const folder = folderWithContract()
    const { issuing } = await scene()
    const validity = { notBefore: new Date('2026-01-01'), notAfter: new Date('2036-01-01') }
    const subject = { commonName: '张三', country: 'CN' } as const
    const leaf = await issueCertificate({ authority: issuing, subject, publicKey, profile: 'signer', ...validity })
    const chain = [leaf, issuing.key.identity.certificate].map((der) => toPem('CERTIFICATE', der))
    writeFileSync(join(folder, 'zhangsan.pem'), chain.join(''))
    writeFileSync(join(folder, 'pin'), `${settings.pin}\n`)
    const command = tokenCommand
      .trim()
      .replace('/usr/lib/softhsm/libsofthsm2.so', settings.module)
      .replace('/run/pin', join(folder, 'pin'))
    expect(await runCommand(folder, command)).toEqual({ code: 0, complaints: [] })
    expect(readFileSync(join(folder, 'signed.pdf')).length).toBeGreaterThan(10_000)
  })
})
