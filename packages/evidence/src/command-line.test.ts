import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodePng, type Pixels } from '@moqi/pdf/images/png'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { toPem } from '@moqi/trust/certificates/pem'
import { runCommandLine } from './command-line.ts'
import { foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { ofdBytes, ofdScene, unsignedOfd } from '@moqi/ofd/testing/ofd-scene'
import { appendIncrement, sourceOf } from '@moqi/pdf/testing/increment'

const on = await scene()
const root = on.root.key.identity.certificate
const signed = await signField(foreignPdf(), { key: await on.party('甲方'), timestamps: on.timestamps })
const forged = Buffer.from(signed)
forged[20] = (forged[20] ?? 0) ^ 1

const folder = mkdtempSync(join(tmpdir(), 'moqi-verify-'))
const file = (name: string, bytes: Buffer | string): string => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}
mkdirSync(join(folder, 'data', 'ca'), { recursive: true })
file('data/ca/root.crt', toPem('CERTIFICATE', root))
const files = {
  signed: file('signed.pdf', signed),
  forged: file('forged.pdf', forged),
  unsigned: file('unsigned.pdf', foreignPdf()),
  text: file('text.pdf', 'no PDF'),
  absent: join(folder, 'absent.pdf'),
  pem: file('root.pem', toPem('CERTIFICATE', root)),
  der: file('root.der', root),
}

async function run(...words: string[]) {
  const lines: string[] = []
  const complaints: string[] = []
  const code = await runCommandLine({
    arguments: words,
    environment: { MOQI_DATA: join(folder, 'elsewhere') },
    now: sceneTime,
    print: (line) => lines.push(line),
    complain: (text) => complaints.push(text),
  })
  const printed: { file: string; verdict: string; reasons: { code: string }[]; signatures: unknown[] }[] = lines.map(
    (line) => JSON.parse(line),
  )
  return { code, printed, complaints: complaints.join('') }
}

test.each([
  ['valid', 0, ['--root', files.pem, files.signed]],
  ['valid', 0, ['--root', files.der, files.signed]],
  ['invalid', 1, ['--root', files.pem, files.forged]],
  ['indeterminate', 2, [files.signed]],
  ['unsigned', 3, [files.unsigned]],
  ['unreadable', 4, [files.text]],
  ['unreadable', 4, [files.absent]],
])('says %s and exits with %i', async (verdict, code, words) => {
  const { code: exit, printed } = await run('verify', ...words)
  expect(exit).toBe(code)
  expect(printed).toMatchObject([{ file: words.at(-1), verdict }])
})

test('prints one line a file with reasons and signatures, and the worst decides', async () => {
  const { code, printed } = await run('verify', '--root', files.pem, files.signed, files.forged, files.unsigned)
  expect(code).toBe(1)
  expect(printed.map(({ verdict }) => verdict)).toEqual(['valid', 'invalid', 'unsigned'])
  expect(printed[1]?.reasons.map((reason) => reason.code)).toContain('digest-mismatch')
  expect(printed[0]?.signatures).toMatchObject([{ fieldName: 'first', ownPlatform: true }])
})

test('T8: leaves open what nobody answers for, when told to be strict', async () => {
  const { code, printed } = await run('verify', '--strict', '--root', files.pem, files.signed)
  expect([code, printed[0]?.verdict]).toEqual([2, 'indeterminate'])
  expect(printed[0]?.reasons.map((reason) => reason.code)).toContain('revocation-unknown')
})

test('compares what pages show, as the server does', async () => {
  const content = sourceOf(signed, numbers.content).replace('Contract', 'Contrast')
  const altered = file('altered.pdf', appendIncrement(signed, [{ number: numbers.content, body: content }]))
  const { printed } = await run('verify', '--root', files.pem, altered)
  expect(printed[0]?.reasons.map(({ code }) => code)).toContain('visual-change-outside-fields')
})

test('trusts the root of the local data folder when none is named', async () => {
  const environment = { MOQI_DATA: join(folder, 'data') }
  const lines: string[] = []
  const code = await runCommandLine({
    arguments: ['verify', files.signed],
    environment,
    now: sceneTime,
    print: (line) => lines.push(line),
    complain: () => {},
  })
  expect([code, lines.length]).toEqual([0, 1])
})

test.each([
  [[]],
  [['verify']],
  [['frob', 'x.pdf']],
  [['verify', '--root']],
  [['verify', '--unknown', 'x.pdf']],
  [['verify', '--evidence']],
  [['verify', '--evidence', 'a.zip', 'b.zip']],
  [['verify', '--strict', '--evidence', 'a.zip']],
])('explains itself for %j', async (words) => {
  const { code, complaints, printed } = await run(...words)
  expect([code, printed]).toEqual([64, []])
  expect(complaints).toContain('verify [--root FILE]')
})

test('says which root cannot be read', async () => {
  const { code, complaints } = await run('verify', '--root', join(folder, 'none.pem'), files.signed)
  expect(code).toBe(64)
  expect(complaints).toContain('none.pem')
})

test('a bundle that is none, or not there, is invalid', async () => {
  for (const path of [files.text, files.absent]) {
    const { code, printed } = await run('verify', '--evidence', path, '--root', files.pem)
    expect(code).toBe(1)
    expect(printed).toMatchObject([{ file: path, verdict: 'invalid', problems: [{ code: 'bundle-unreadable' }] }])
  }
})

test('tells an OFD by its bytes, whatever it is called', async () => {
  const ofd = await ofdScene()
  const key = ofd.first
  const sealed = ofdBytes(await ofd.sign(unsignedOfd(['合同']), { key, seal: await ofd.sealFor(key) }))
  const roots = ofd.options.trustedRoots.map((der) => toPem('CERTIFICATE', der)).join('')
  const { code, printed } = await run('verify', '--root', file('sm2.pem', roots), file('发票.pdf', sealed))
  expect([code, printed[0]?.verdict]).toEqual([0, 'valid'])
  expect(printed[0]?.signatures).toMatchObject([{ signerName: '甲方公司', level: 'SES-V4' }])
})

test('writes every later change before and after it, named by signature and page', async () => {
  const look = '.8 0 0 RG 4 w 10 10 60 30 re S'
  const twice = await signField(
    appendIncrement(signed, [
      { number: numbers.second, body: sourceOf(signed, numbers.second).replace(/>>$/, '/AP<</N 40 0 R>>>>') },
      {
        number: 40,
        body: `<</Type/XObject/Subtype/Form/BBox[0 0 90 50]/Length ${look.length}>>\nstream\n${look}\nendstream`,
      },
    ]),
    { key: await on.party('乙方'), timestamps: on.timestamps, field: 'second', number: 50 },
  )
  const sealed = file('sealed.pdf', twice)
  const into = join(folder, 'pictures')
  const { printed } = await run('verify', '--pictures', into, '--root', files.pem, sealed, files.signed, files.text)
  const [first, second, third] = printed.map((one) => ('pictures' in one ? one.pictures : undefined))
  const names = {
    before: join(into, 'sealed-signature-2-page-1-before.png'),
    after: join(into, 'sealed-signature-2-page-1-after.png'),
  }
  expect(first).toMatchObject([{ signature: 2, fieldName: 'second', page: 1, ...names }])
  expect([second, third]).toEqual([[], []])
  const [before, after] = [names.before, names.after].map((path) => decodePng(readFileSync(path), 2000))
  // The frame is drawn into both, the seal stands in the one alone.
  expect(reds(before, [214, 39, 24])).toBeGreaterThan(500)
  expect(reds(after, [214, 39, 24])).toBe(reds(before, [214, 39, 24]))
  expect([reds(before, [204, 0, 0]), reds(after, [204, 0, 0]) > 500]).toEqual([0, true])
})

/** How many pixels of a picture have a colour. */
const reds = (picture: Pixels | undefined, of: readonly number[]) => {
  let count = 0
  for (let at = 0; at < (picture?.data.length ?? 0); at += 4) {
    if (of.every((value, channel) => Math.abs((picture?.data[at + channel] ?? 0) - value) < 4)) count += 1
  }
  return count
}

test('a folder that cannot be made is told, and pictures are of files alone', async () => {
  const { code, complaints } = await run(
    'verify',
    '--pictures',
    join(files.text, 'below'),
    '--root',
    files.pem,
    files.signed,
  )
  expect([code, complaints]).toEqual([64, expect.stringContaining('ENOTDIR')])
  expect((await run('verify', '--evidence', '--pictures', folder, files.signed)).code).toBe(64)
  expect((await run('verify', files.signed, '--pictures')).code).toBe(64)
})
