import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toPem } from '@moqi/trust/certificates/pem'
import { readBundle } from '@moqi/evidence/bundle'
import { type BundleVerdict, checkBundle } from '@moqi/evidence/check-bundle'
import { checkLogProof } from '@moqi/evidence/check-log-proof'
import { Evidence } from '@moqi/evidence/evidence'
import { signRecordOf } from '@moqi/evidence/log-record'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  companySigner,
  newcomer,
  ownSignId,
  personSigner,
  player,
  type Player,
  prepared,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { addLog } from '#src/cores/contract/contract-log.ts'
import { anchorHeads } from '#src/platform/audit/anchor-heads.ts'
import { auditNow } from '#src/platform/audit/audit.ts'
import { foreignServer, testServer, type TestServer } from '#src/testing/test-server.ts'
import { readProof } from './read-proof.ts'

let server: TestServer
let now = Date.UTC(2026, 10, 20, 2)
let jing: Player
let wang: Player
let chen: Player
let finished: { signId: string; taskId: string }
let neighbour: { signId: string }
const folder = mkdtempSync(join(tmpdir(), 'moqi-evidence-'))

beforeAll(async () => {
  server = await testServer({ now: () => now })
  jing = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
  chen = await player(server, '13800000004', 'company')
  // Another contract of the same tenant, so that its lines lie between.
  neighbour = await sent(server, jing, [personSigner(1, '王小明', wang.phone)])
  finished = await sent(server, jing, [
    companySigner(1, '上海嘉禾物业管理有限公司', { name: '陈晨', phone: chen.phone }),
    personSigner(2, '王小明', wang.phone),
  ])
  for (const who of [chen, wang]) {
    now += 65_000
    await server.call('getSignDetailInfo', { signId: await ownSignId(server, who, finished.taskId) }, who)
    now += 198_000
    const answer = await signNow(server, who, finished.taskId)
    if (answer.code !== 200) throw new Error(JSON.stringify(answer))
  }
  now += 60_000
})
// Another minute: limits count anew.
beforeEach(() => {
  now += 61_000
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const trust = () => ({ roots: server.deps.authority.roots, now: new Date(now) })
const codes = ({ problems }: BundleVerdict) => problems.map(({ code }) => code)

async function bundleOf(who: Player, taskId: string): Promise<Buffer> {
  const { bytes, headers } = await server.blob(
    'downloadEvidenceBundle',
    { signId: await ownSignId(server, who, taskId) },
    who,
  )
  expect(headers['content-type']).toBe('application/zip')
  return bytes
}

test('the report is a PDF that the platform has signed, and our own verifier finds it valid', async () => {
  const { bytes, headers } = await server.blob('downloadEvidenceReport', { signId: finished.signId }, jing)
  expect(headers['content-type']).toBe('application/pdf')
  const roots = server.deps.authority.roots
  const verdict = await verifyPdf(bytes, { trustedRoots: roots, ownRoots: roots, now: new Date(now) })
  // Offline nobody can ask whether a certificate was revoked since.
  const reasons = verdict.reasonArray.filter(({ severity }) => severity !== 'info').map(({ code }) => code)
  expect([verdict.verdict, reasons]).toEqual(['valid', ['revocation-unknown']])
  expect(verdict.signatureArray).toMatchObject([{ kind: 'certification', ownPlatform: true, time: 'proven' }])
})

test('the report’s text says who signed when and how, with phones masked', async () => {
  const { bytes } = await server.blob('downloadEvidenceReport', { signId: finished.signId }, jing)
  const times = async (keyword: string) => (await server.deps.workshop.findText(bytes, keyword, {})).length
  for (const said of [
    '签署报告',
    '杭州云启科技有限公司',
    '上海嘉禾物业管理有限公司',
    '138****0001',
    '短信验证码',
    '打开至签署',
    '3分18秒',
    '下载签署报告',
    '文件自最后一次签署后未被篡改，全部签名有效',
    '测试证书，无法律效力',
    '有效性未知',
    '/home/file-check',
    '127.0.0.1',
    'lightMyRequest',
  ]) {
    expect([said, await times(said)]).toEqual([said, expect.toSatisfy((count: number) => count > 0)])
  }
  for (const kept of [wang.phone, chen.phone, '11010519491231002X']) expect(await times(kept)).toBe(0)
})

test('the report names the order, and each real-naming by its number, the initiator’s too (domain 11.3)', async () => {
  const parties = [
    { ...companySigner(1, '上海嘉禾物业管理有限公司', { name: '陈晨', phone: chen.phone }), signOrder: 1 },
    { ...personSigner(2, '王小明', wang.phone), signOrder: 1 },
    { ...companySigner(3, '上海嘉禾物业管理有限公司', { name: '陈晨', phone: chen.phone }), signOrder: 2 },
  ]
  const made = await sent(server, jing, parties)
  await server.call('recallTask', { signId: made.signId }, jing)
  const { bytes } = await server.blob('downloadEvidenceReport', { signId: made.signId }, jing)
  const numbers = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('space')
      .where('tenant_id', 'in', [jing.tenantId, chen.tenantId, wang.tenantId])
      .select('auth_id')
      .execute(),
  )
  expect(numbers).toHaveLength(3)
  const times = async (keyword: string) => (await server.deps.workshop.findText(bytes, keyword, {})).length
  expect([await times('混合签署'), await times('顺序签署')]).toEqual([1, 0])
  expect(await times('文件中已有的签名有效')).toBeGreaterThan(0)
  for (const { auth_id } of numbers) expect(await times(auth_id ?? 'none')).toBeGreaterThan(0)
})

test('every party gets a bundle that checks out without the server', async () => {
  for (const who of [jing, chen, wang]) {
    const judged = await checkBundle(await bundleOf(who, finished.taskId), trust())
    expect(judged).toMatchObject({ verdict: 'valid', problems: [], report: { verdict: 'valid' } })
    expect(judged.files).toMatchObject([{ path: 'files/1-保密协议.pdf', verdict: 'valid' }])
    expect(judged.log?.provenTime).toBeGreaterThan(now - 60_000)
  }
})

test('report and bundle call a file what the contract calls it, whatever its upload was called', async () => {
  const fileNameArray = ['供货补充协议.pdf']
  const made = await sent(server, jing, [personSigner(1, '王小明', wang.phone)], { fileNameArray })
  expect((await signNow(server, wang, made.taskId)).data).toEqual({ status: 'finish' })
  const judged = await checkBundle(await bundleOf(jing, made.taskId), trust())
  expect([judged.verdict, judged.files.map(({ path }) => path)]).toEqual(['valid', ['files/1-供货补充协议.pdf']])
  const { bytes } = await server.blob('downloadEvidenceReport', { signId: made.signId }, jing)
  expect(await server.deps.workshop.findText(bytes, '供货补充协议', {})).not.toEqual([])
})

test('the bundle holds the whole log, with how each will was proved and what each signature left', async () => {
  const { log, files } = await evidenceIn(await bundleOf(wang, finished.taskId))
  expect(log.lines.map(({ verb }) => verb).slice(0, 6)).toEqual(['create', 'send', 'view', 'sign', 'view', 'sign'])
  expect(log.lines.at(-1)?.verb).toBe('downloadReport')
  const records = log.lines.flatMap((line) => signRecordOf(line) ?? [])
  expect(records).toMatchObject([
    { will: [{ method: 'sms' }, { method: 'pin' }] },
    { will: [{ method: 'sms', address: '127.0.0.1' }] },
  ])
  for (const { seals, files: signed } of records) {
    expect(seals).toHaveLength(1)
    expect(signed.map(({ fileId }) => fileId)).toEqual(files.map(({ fileId }) => fileId))
  }
})

test('the log as parties read it shows notes, not records', async () => {
  const { data } = await server.call('getSignDetailInfo', { signId: finished.signId }, jing)
  expect(data.logArray.find(({ verb }) => verb === 'sign')).toMatchObject({ label: '签署', detail: null })
  const report = data.logArray.find(({ verb }) => verb === 'downloadReport')
  expect(report).toMatchObject({ label: '下载签署报告', detail: expect.stringMatching(/^报告编号 BG2026/) })
})

test('without a trusted root the bundle’s own roots prove nothing about who signed', async () => {
  const bundle = await bundleOf(jing, finished.taskId)
  const judged = await checkBundle(bundle, { roots: null, now: new Date(now) })
  expect([judged.verdict, codes(judged)]).toEqual(['indeterminate', ['roots-unproven']])
})

test('with the root of somebody else nobody is known', async () => {
  const other = await foreignServer({ now: () => now })
  const { roots } = other.deps.authority
  await other.close()
  const judged = await checkBundle(await bundleOf(jing, finished.taskId), { roots, now: new Date(now) })
  expect([judged.verdict, codes(judged).toSorted()]).toEqual([
    'indeterminate',
    ['file-indeterminate', 'head-untrusted', 'report-untrusted'],
  ])
})

test('what can be had is told: nothing of a draft or an open contract, a report of a rejected one', async () => {
  const parties = [personSigner(1, '王小明', wang.phone)]
  const draft = await prepared(server, jing, parties)
  const open = await sent(server, jing, parties)
  for (const { signId } of [draft, open]) {
    expect((await server.call('getEvidence', { signId }, jing)).data).toMatchObject({
      reportAvailable: 0,
      bundleAvailable: 0,
    })
    for (const name of ['downloadEvidenceReport', 'downloadEvidenceBundle'] as const) {
      expect(JSON.parse(String((await server.blob(name, { signId }, jing)).bytes))).toMatchObject({ code: 409 })
    }
  }
  await server.call('rejectTask', { signId: await ownSignId(server, wang, open.taskId), reason: '金额有误' }, wang)
  const { signId } = open
  expect((await server.call('getEvidence', { signId }, jing)).data).toMatchObject({
    reportAvailable: 1,
    bundleAvailable: 0,
  })
  expect((await server.blob('downloadEvidenceReport', { signId }, jing)).headers['content-type']).toBe(
    'application/pdf',
  )
  expect((await server.call('getEvidence', { signId }, jing)).data).toMatchObject({ anchorTime: now })
  expect(JSON.parse(String((await server.blob('downloadEvidenceBundle', { signId }, jing)).bytes))).toMatchObject({
    code: 409,
  })
})

test('a stranger, another tenant and an invented contract get the same answer', async () => {
  const stranger = await newcomer(server, '13900000881', '钱多多')
  const other = await player(server, '13800000003', 'person')
  for (const name of ['downloadEvidenceReport', 'downloadEvidenceBundle', 'getEvidence'] as const) {
    const answers = []
    for (const who of [stranger, other]) {
      answers.push(String((await server.blob(name, { signId: finished.signId }, who)).bytes))
      answers.push(String((await server.blob(name, { signId: 'A'.repeat(24) }, who)).bytes))
    }
    expect(new Set(answers)).toHaveLength(1)
    expect(JSON.parse(answers[0] ?? '')).toMatchObject({ code: 404 })
  }
})

test('whoever asks at once shares anchorings, and each report ends with its own line', async () => {
  const bundles = await Promise.all([jing, chen, wang].map((who) => bundleOf(who, finished.taskId)))
  for (const bundle of bundles) {
    const judged = await checkBundle(bundle, trust())
    expect(judged.problems).toEqual([])
  }
})

/** Where a contract that 李静 has sent lies. */
async function placeOf(signId: string) {
  const found = await server.deps.db.read(jing.tenantId, (db) =>
    db
      .selectFrom('entry')
      .where('sign_id', '=', signId)
      .select(['home_tenant_id', 'contract_id'])
      .executeTakeFirstOrThrow(),
  )
  return { homeTenantId: found.home_tenant_id, contractId: found.contract_id }
}

test('between two anchorings a tenant may write thousands of lines, and a proof tells few of them', async () => {
  const { deps } = server
  const [place, busy] = [await placeOf(finished.signId), await placeOf(neighbour.signId)]
  const system = { accountId: null, name: '系统' }
  await anchorHeads(deps)
  await deps.db.write(jing.tenantId, async (tx) => {
    for (const _ of Array.from({ length: 150 })) await addLog(tx, busy, now, system, { verb: 'urge' })
    await addLog(tx, place, now, system, { verb: 'urge' })
    for (const _ of Array.from({ length: 150 })) await addLog(tx, busy, now, system, { verb: 'urge' })
  })
  await anchorHeads(deps)
  for (const one of [place, busy]) {
    const proof = await readProof(deps, one)
    expect(checkLogProof(proof, { ...trust(), now: now }).problems).toEqual([])
    const longest = Math.max(...(proof?.anchors.map(({ hashes }) => hashes.length) ?? []))
    expect([longest <= 64, proof?.lines.at(-1)?.verb]).toEqual([true, 'urge'])
  }
  const judged = { config: deps.config, derivationKey: deps.derivationKey, trust: { ...trust(), now } }
  expect((await auditNow(deps.db, judged)).faults).toEqual([])
})

test('what is written to the log after the anchoring does not hold a proof up', async () => {
  const { homeTenantId, contractId } = await placeOf(finished.signId)
  await anchorHeads(server.deps)
  const proof = () => readProof(server.deps, { homeTenantId, contractId })
  const before = await proof()
  expect(before?.lines.length).toBeGreaterThan(0)
  await server.blob('downloadFinishedPdf', { signId: finished.signId }, jing)
  expect(await proof()).toEqual(before)
})

test('a bundle checks out by the command line when the server is gone', async () => {
  const bundle = join(folder, 'bundle.zip')
  const root = join(folder, 'root.pem')
  writeFileSync(bundle, await bundleOf(wang, finished.taskId))
  writeFileSync(root, server.deps.authority.roots.map((der) => toPem('CERTIFICATE', der)).join(''))
  await server.close()
  const command = join(import.meta.dirname, '../../../../packages/evidence/src/command-line.ts')
  const run = (...words: string[]) =>
    spawnSync(process.execPath, [command, 'verify', '--evidence', bundle, ...words], { encoding: 'utf8', cwd: folder })
  const trusted = run('--root', root)
  expect([trusted.status, JSON.parse(trusted.stdout).verdict, trusted.stderr]).toEqual([0, 'valid', ''])
  expect(trusted.stdout.trim().split('\n')).toHaveLength(1)
  const bare = run()
  expect([bare.status, JSON.parse(bare.stdout).problems.map(({ code }: { code: string }) => code)]).toEqual([
    2,
    ['roots-unproven'],
  ])
})

async function evidenceIn(zip: Buffer): Promise<Evidence> {
  const read = readBundle(zip)
  if ('problem' in read) throw new Error(read.problem.message)
  return Evidence.parse(JSON.parse(String(read.bundle.evidence)))
}
