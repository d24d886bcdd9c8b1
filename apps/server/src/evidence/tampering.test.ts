import { lineHash } from '@moqi/evidence/audit-chain'
import { toPem } from '@moqi/trust/certificates/pem'
import { type BundleVerdict, checkBundle } from '@moqi/evidence/check-bundle'
import { Evidence, type EvidenceCode, evidenceCodes } from '@moqi/evidence/evidence'
import { treeHeadBytes } from '@moqi/evidence/tree-head'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { digest } from '@moqi/trust/cms/keys'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personSigner, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { foreignServer, testServer, type TestServer } from '#src/testing/test-server.ts'

type Files = Record<string, Uint8Array>

let server: TestServer
let forger: TestServer
let now = Date.UTC(2026, 10, 20, 2)
let bundle: Buffer
/** The same platform's evidence of another contract, and another platform's of a contract like this one. */
let other: Buffer
let forged: Buffer

beforeAll(async () => {
  server = await testServer({ now: () => now })
  forger = await foreignServer({ now: () => now })
  other = await evidenceFrom(server)
  bundle = await evidenceFrom(server)
  forged = await evidenceFrom(forger)
})
afterAll(async () => {
  await server.close()
  await forger.close()
})

async function evidenceFrom(platform: TestServer): Promise<Buffer> {
  const jing = await player(platform, '13800000002', 'company')
  const wang = await player(platform, '13800000001', 'person')
  const { signId, taskId } = await sent(platform, jing, [personSigner(1, '王小明', wang.phone)])
  now += 1000
  await signNow(platform, wang, taskId)
  now += 60_000
  return (await platform.blob('downloadEvidenceBundle', { signId }, jing)).bytes
}

const check = (zip: Buffer | Uint8Array): Promise<BundleVerdict> =>
  checkBundle(Buffer.from(zip), { roots: server.deps.authority.roots, now: new Date(now) })
const filesOf = (zip: Buffer): Files => unzipSync(zip)
const pdf = 'files/1-保密协议.pdf'

function at(files: Files, name: string): Uint8Array {
  const found = files[name]
  if (!found) throw new Error(`no ${name} in the bundle`)
  return found
}

function evidenceOf(files: Files): Evidence {
  return Evidence.parse(JSON.parse(Buffer.from(at(files, 'evidence.json')).toString()))
}

/** The bundle with its evidence changed. */
function edited(edit: (evidence: Evidence) => void, zip = bundle): Uint8Array {
  const files = filesOf(zip)
  const evidence = evidenceOf(files)
  edit(evidence)
  return zipSync({ ...files, 'evidence.json': strToU8(JSON.stringify(evidence)) }, { level: 0 })
}

/** The bundle with one of its files changed. */
function withChanged(name: string, change: (bytes: Uint8Array) => Uint8Array): Uint8Array {
  const files = filesOf(bundle)
  return zipSync({ ...files, [name]: change(Uint8Array.from(at(files, name))) }, { level: 0 })
}

function without(name: string): Uint8Array {
  const { [name]: _left, ...rest } = filesOf(bundle)
  return zipSync(rest, { level: 0 })
}

function flipped(bytes: Uint8Array, place: number): Uint8Array {
  bytes[place] = (bytes[place] ?? 0) ^ 1
  return bytes
}

function first<T>(of: T[]): T {
  const [one] = of
  if (one === undefined) throw new Error('nothing there')
  return one
}

/** Puts the true hash of every line where the chain keeps it, as a forger who knows the code would. */
function rehash({ log }: Evidence): void {
  for (const anchor of log.anchors) {
    for (const line of log.lines) {
      const place = line.seq - anchor.firstSeq
      if (place >= 0 && place < anchor.hashes.length) {
        anchor.hashes[place] = lineHash({ tenantId: log.tenantId, contractId: log.contractId, ...line }).toString('hex')
      }
    }
  }
}

/** A head that somebody with a certificate of the same root signs: not the platform. */
async function signedByParty(): Promise<Uint8Array> {
  const wang = await player(server, '13800000001', 'person')
  const key = await server.deps.authority.partyKey({ tenantId: wang.tenantId, kind: 'person', name: '王小明' })
  const { head } = evidenceOf(filesOf(bundle)).log
  const bytes = treeHeadBytes({ size: head.size, root: Buffer.from(head.root, 'hex'), at: head.at })
  const { timestamps } = server.deps.authority
  const signature = await signDigest({ key, timestamps }, digest('SHA-256', bytes))
  return edited(({ log }) => (log.head.signature = signature.toString('base64')))
}

const swapOf = (name: string) => withChanged(name, () => at(filesOf(other), name))

type Tampering = [what: string, found: EvidenceCode, tampered: () => Uint8Array | Promise<Uint8Array>]

const tamperings: Tampering[] = [
  ['a byte of a document', 'file-hash', () => withChanged(pdf, (bytes) => flipped(bytes, 400))],
  ['a byte of a document, by its signatures', 'file-invalid', () => withChanged(pdf, (bytes) => flipped(bytes, 400))],
  ['the document of another contract', 'file-hash', () => swapOf(pdf)],
  [
    'the document of another contract with its hashes',
    'file-not-logged',
    () => {
      const files = { ...filesOf(bundle), [pdf]: at(filesOf(other), pdf) }
      const theirs = first(evidenceOf(filesOf(other)).files)
      return edited(
        ({ files: own }) => Object.assign(first(own), { ...theirs, fileId: first(own).fileId }),
        Buffer.from(zipSync(files)),
      )
    },
  ],
  ['the document of another contract, by what was signed', 'signed-differs', () => swapOf(pdf)],
  ['a document more', 'file-unlisted', () => zipSync({ ...filesOf(bundle), 'files/2-b.pdf': strToU8('%PDF') })],
  ['a document less', 'bundle-missing', () => without(pdf)],
  ['no report', 'bundle-missing', () => without('report.pdf')],
  ['no evidence', 'bundle-missing', () => without('evidence.json')],
  ['a byte of the report', 'report-invalid', () => withChanged('report.pdf', (bytes) => flipped(bytes, 3000))],
  ['the report of another contract', 'report-foreign', () => swapOf('report.pdf')],
  ['another subject', 'report-foreign', () => edited(({ contract }) => (contract.subject = '另一份合同'))],
  ['evidence that is no JSON', 'evidence-unreadable', () => withChanged('evidence.json', () => strToU8('{'))],
  ['evidence of another shape', 'evidence-unreadable', () => withChanged('evidence.json', () => strToU8('[]'))],
  ['who signed', 'line-changed', () => edited(({ log }) => (first(log.lines).who = '某人'))],
  ['when it happened', 'line-changed', () => edited(({ log }) => (first(log.lines).at += 1))],
  ['from where', 'line-changed', () => edited(({ log }) => (first(log.lines).address = '9.9.9.9'))],
  [
    'a line with its hash',
    'inclusion-wrong',
    () =>
      edited((evidence) => {
        first(evidence.log.lines).who = '某人'
        rehash(evidence)
      }),
  ],
  ['a line in the middle removed', 'log-gap', () => edited(({ log }) => log.lines.splice(2, 1))],
  ['the first line removed', 'log-gap', () => edited(({ log }) => log.lines.shift())],
  ['the last line removed', 'log-cut', () => edited(({ log }) => log.lines.pop())],
  [
    'a line removed and the others numbered anew',
    'line-changed',
    () =>
      edited(({ log }) => {
        log.lines.splice(2, 1)
        for (const [index, line] of log.lines.entries()) line.logNo = index + 1
      }),
  ],
  [
    'two lines swapped',
    'log-order',
    () =>
      edited(({ log }) => {
        const [one, two] = log.lines
        if (one && two) [one.seq, two.seq] = [two.seq, one.seq]
      }),
  ],
  ['the anchors removed', 'line-unproven', () => edited(({ log }) => (log.anchors = []))],
  ['the chain before', 'inclusion-wrong', () => edited(({ log }) => (first(log.anchors).before = 'ab'.repeat(32)))],
  [
    'a chain that begins with the lines',
    'chain-broken',
    () =>
      edited(({ log }) => {
        const { firstSeq } = first(log.anchors)
        for (const line of log.lines) line.seq -= firstSeq - 1
        for (const anchor of log.anchors) anchor.firstSeq -= firstSeq - 1
      }),
  ],
  [
    'the proof of another contract',
    'inclusion-wrong',
    () =>
      edited(({ log }) => {
        const theirs = first(evidenceOf(filesOf(other)).log.anchors)
        Object.assign(first(log.anchors), { leafIndex: theirs.leafIndex, proof: theirs.proof })
      }),
  ],
  ['the tenant', 'inclusion-wrong', () => edited(({ log }) => (log.tenantId = log.contractId))],
  ['the contract', 'line-changed', () => edited(({ log }) => (log.contractId = log.tenantId))],
  ['the root of the head', 'head-invalid', () => edited(({ log }) => (log.head.root = 'cd'.repeat(32)))],
  ['the time of the head', 'head-invalid', () => edited(({ log }) => (log.head.at -= 1))],
  ['an earlier head', 'inclusion-wrong', () => edited(({ log }) => (log.head = evidenceOf(filesOf(other)).log.head))],
  [
    'the head of another platform',
    'head-untrusted',
    async () => {
      const theirs = filesOf(forged)
      const files = { ...filesOf(bundle), 'roots/root-1.pem': at(theirs, 'roots/root-1.pem') }
      return edited(({ log }) => (log.head = evidenceOf(theirs).log.head), Buffer.from(zipSync(files)))
    },
  ],
  ['a head that a party signed', 'signer-differs', signedByParty],
  ['everything from another platform', 'head-untrusted', () => forged],
  ['everything from another platform, by its report', 'report-untrusted', () => forged],
  ['everything from another platform, by its documents', 'file-indeterminate', () => forged],
  [
    'everything from another platform with our root in it',
    'head-invalid',
    () => {
      const root = strToU8(first(server.deps.authority.roots.map((der) => toPem('CERTIFICATE', der))))
      return zipSync({ ...filesOf(forged), 'roots/root-1.pem': root })
    },
  ],
  ['the README', 'beside-differs', () => withChanged('README.txt', (bytes) => flipped(bytes, 40))],
  ['a root', 'beside-differs', () => withChanged('roots/root-1.pem', (bytes) => flipped(bytes, 60))],
  ['one root more', 'beside-differs', () => zipSync({ ...filesOf(bundle), 'roots/more.pem': strToU8('x') })],
  ['no README', 'bundle-missing', () => without('README.txt')],
  ['bytes behind its end', 'bundle-loose', () => Buffer.concat([bundle, Buffer.from('more')])],
  [
    'a comment at its end',
    'bundle-loose',
    () => {
      const commented = Buffer.concat([bundle, Buffer.from('more')])
      commented.writeUInt16LE(4, bundle.length - 2)
      return commented
    },
  ],
  ['half of it', 'bundle-unreadable', () => bundle.subarray(0, bundle.length / 2)],
  ['its last bytes', 'bundle-unreadable', () => bundle.subarray(0, bundle.length - 30)],
  ['nothing', 'bundle-unreadable', () => Buffer.alloc(0)],
  ['a bomb', 'bundle-too-large', () => zipSync({ ...filesOf(bundle), 'files/0.pdf': new Uint8Array(40_000_000) })],
  ['a way out of the folder', 'bundle-name', () => zipSync({ ...filesOf(bundle), '../../etc/x.pdf': strToU8('x') })],
  [
    'a way out by a back-slash',
    'bundle-name',
    () => zipSync({ ...filesOf(bundle), 'files/..\\..\\x.pdf': strToU8('x') }),
  ],
  ['an absolute name', 'bundle-name', () => zipSync({ ...filesOf(bundle), '/etc/x.pdf': strToU8('x') })],
  ['a program', 'bundle-name', () => zipSync({ ...filesOf(bundle), 'files/verify.exe': strToU8('MZ') })],
  [
    'the same name twice',
    'bundle-duplicate',
    () => zipSync({ ...filesOf(bundle), 'files/A.pdf': strToU8('x'), 'files/a.pdf': strToU8('x') }),
  ],
]

test('untouched, it is valid', async () => {
  expect(await check(bundle)).toMatchObject({ verdict: 'valid', problems: [] })
})

test.each(tamperings)('%s is found: %s', async (_what, code, tampered) => {
  const judged = await check(await tampered())
  expect(judged.verdict).not.toBe('valid')
  expect(judged.problems.map((one) => one.code)).toContain(code)
})

test('every problem but those of trust alone is found by some tampering', () => {
  const found = new Set(tamperings.map(([, code]) => code))
  expect(evidenceCodes.filter((code) => !found.has(code))).toEqual(['proof-unreadable', 'roots-unproven'])
})

test('any byte of the evidence, flipped, is found', async () => {
  const files = filesOf(bundle)
  const bytes = at(files, 'evidence.json')
  for (let place = 7; place < bytes.length; place += Math.ceil(bytes.length / 40)) {
    const changed = { ...files, 'evidence.json': flipped(Uint8Array.from(bytes), place) }
    expect((await check(zipSync(changed, { level: 0 }))).verdict).toBe('invalid')
  }
})
