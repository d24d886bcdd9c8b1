import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { table } from '@moqi/api/table'
import { Client } from 'pg'
import { tell } from '#src/platform/live/live-event.ts'
import { personSeal } from '@moqi/signing/seal-art/draw-seal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenServer, openServer } from '#src/open-server.ts'
import { readConfig } from '#src/platform/config.ts'
import { companyForm } from '#src/testing/company-auth-scene.ts'
import { memberIdOf } from '#src/testing/company-scene.ts'
import {
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { chen, jing } from '#src/testing/demo-cast.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { setSurplus } from '#src/testing/quota-scene.ts'
import { openSse, type Sse } from '#src/testing/sse.ts'
import { type OwnDatabase, testDatabase } from '#src/testing/test-database.ts'
import { speakingTo, type TestServer } from '#src/testing/test-server.ts'

/** Two nodes on one database: what one does the other tells. */
const folder = mkdtempSync(join(tmpdir(), 'moqi-live-'))
let database: OwnDatabase
let other: OpenServer
let server: TestServer
let url: string
let launcher: Player
let signer: Player
let stranger: Player
const wang = '13800000001'

const node = (name: string) =>
  openServer(
    readConfig({
      MOQI_DATA: join(folder, name),
      MOQI_BLOBS: join(folder, 'blobs'),
      DATABASE_URL: database.url,
      MOQI_KEK: '12'.repeat(32),
      MOQI_TRUST_PROXY: '1',
    }),
    { log: () => {} },
  )

beforeAll(async () => {
  database = await testDatabase()
  server = speakingTo(await node('one'))
  other = await node('two')
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(other.app.server.address() as AddressInfo).port}${table.eventStream.path}`
  launcher = await player(server, jing.phone, 'company')
  signer = await player(server, wang, 'person')
  stranger = await player(server, chen.phone, 'company')
})
afterAll(async () => {
  await other.close()
  await server.close()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/** Whether it becomes so within five seconds. */
async function becomes(fact: () => boolean): Promise<boolean> {
  for (let n = 0; n < 250 && !fact(); n++) await new Promise((resolve) => setTimeout(resolve, 20))
  return fact()
}

async function watch(who: Player): Promise<Sse> {
  const stream = await openSse(url, who)
  expect(await becomes(() => stream.events().length > 0)).toBe(true)
  return stream
}
const named = (stream: Sse, event: string) => stream.events().filter((one) => one.event === event)
const lastCounters = (stream: Sse) => named(stream, 'counters').at(-1)?.data

test('a contract sent through one node is told by another to its parties and its initiator, and to nobody else (C94)', async () => {
  const streams = {
    launcher: await watch(launcher),
    signer: await watch(signer),
    stranger: await watch(stranger),
    colleague: await watch(await player(server, '13800000003', 'company')),
  }
  expect(streams.signer.events()[0]).toMatchObject({ event: 'counters', data: { iSign: 0, all: 0 } })
  const made = await sent(server, launcher, [personSigner(1, '王小明', wang)])
  expect(await becomes(() => named(streams.signer, 'contract').length > 0)).toBe(true)
  const signId = await ownSignId(server, signer, made.taskId)
  expect(named(streams.signer, 'contract')).toEqual([
    { event: 'contract', data: { taskId: made.taskId, signId, status: 'iSign' } },
  ])
  expect(await becomes(() => named(streams.signer, 'counters').length > 1)).toBe(true)
  expect(lastCounters(streams.signer)).toMatchObject({ iSign: 1, all: 1 })
  expect(await becomes(() => JSON.stringify(lastCounters(streams.launcher)).includes('"otherSign":1'))).toBe(true)
  expect(named(streams.launcher, 'contract').at(-1)?.data).toEqual({ ...made, status: 'otherSign' })
  await signNow(server, signer, made.taskId)
  expect(await becomes(() => JSON.stringify(lastCounters(streams.launcher)).includes('"finish":1'))).toBe(true)
  expect(await becomes(() => JSON.stringify(lastCounters(streams.signer)).includes('"finish":1'))).toBe(true)
  expect(lastCounters(streams.signer)).toMatchObject({ iSign: 0, finish: 1 })
  for (const stream of [streams.stranger, streams.colleague]) {
    expect(stream.events()).toHaveLength(1)
    expect(stream.text()).not.toContain(made.taskId)
  }
  for (const stream of Object.values(streams)) stream.close()
})

test('a signature asked of a phone is told to the desk that asked, at once and in that space alone (C94, S24)', async () => {
  const streams = { desk: await watch(signer), stranger: await watch(stranger) }
  const { data } = await server.call('handwriteLink', {}, signer)
  const { handwriteSealId, handwriteLink } = data
  const ticket = new URL(handwriteLink).searchParams.get('ticket') ?? ''
  await server.call('handWriteQrcodeScanned', { ticket })
  const handwriteBase64 = personSeal('王小明', 'rectanglePlain').png.toString('base64')
  await server.call('submitHandwrite', { ticket, handwriteBase64 })
  expect(await becomes(() => JSON.stringify(named(streams.desk, 'handwrite').at(-1)).includes('submitted'))).toBe(true)
  expect(named(streams.desk, 'handwrite').at(-1)?.data).toEqual({ handwriteSealId, handwriteState: 'submitted' })
  expect(streams.stranger.text()).not.toContain(handwriteSealId)
  for (const stream of Object.values(streams)) stream.close()
})

test('how a real-name authentication ends is told to every page of the account, whatever its space, and to nobody else (C94)', async () => {
  const who = await newcomer(server, '13700000901')
  const streams = [await watch(who), await watch(who)]
  const foreign = await watch(stranger)
  const idNumber = '11010519491231002X'
  await server.call('submitPersonAuth', { realName: '林晓', idNumber, agree: 1, certificateAgree: 1 }, who)
  const told = (stream: Sse, isAuthed: string) =>
    becomes(() => named(stream, 'auth').some(({ data }) => JSON.stringify(data).includes(isAuthed)))
  for (const stream of streams) {
    expect(await told(stream, 'passAuth')).toBe(true)
    expect(named(stream, 'auth')).toEqual([{ event: 'auth', data: { tenantId: who.tenantId, isAuthed: 'passAuth' } }])
  }
  const { data: company } = await server.call('submitCompanyAuth', companyForm(901), who)
  await arrivedMessages(server, { recipient: who.phone, scene: 'paymentSent' })
  const inCompany = { ...who, tenantId: company.tenantId }
  for (let n = 0; n < 3; n++) {
    const [payment] = await arrivedMessages(server, { recipient: '4166880009013456', scene: 'payment' })
    const amount = payment?.body.includes('0.37') ? '0.38' : '0.37'
    await server.call('confirmPayment', { amount }, inCompany)
  }
  for (const stream of streams) {
    expect(await told(stream, 'rejectCompanyAuth')).toBe(true)
    expect(named(stream, 'auth')[1]?.data).toEqual({ tenantId: company.tenantId, isAuthed: 'rejectCompanyAuth' })
  }
  expect(named(foreign, 'auth')).toEqual([])
  for (const stream of [...streams, foreign]) stream.close()
})

test('a draft that is deleted leaves the list of who made it', async () => {
  const stream = await watch(launcher)
  const made = await prepared(server, launcher, [personSigner(1, '王小明', wang)])
  const deleted = await server.call('deleteTask', { signId: made.signId }, launcher)
  expect(deleted).toMatchObject({ code: 200 })
  expect(await becomes(() => named(stream, 'contract').some(({ data }) => JSON.stringify(data).includes('null')))).toBe(
    true,
  )
  expect(named(stream, 'contract').at(-1)?.data).toEqual({ ...made, status: null })
  stream.close()
})

test('a transaction that fails tells nothing', async () => {
  const stream = await watch(launcher)
  const made = await prepared(server, launcher, [personSigner(1, '王小明', wang)])
  const rows = () => named(stream, 'contract').filter(({ data }) => JSON.stringify(data).includes(made.taskId))
  expect(await becomes(() => JSON.stringify(rows().at(-1) ?? '').includes('waitSend'))).toBe(true)
  await setSurplus(server, launcher.tenantId, 0)
  const told = rows().length
  expect((await server.call('sendTask', { signId: made.signId }, launcher)).code).toBe(402)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(rows()).toHaveLength(told)
  stream.close()
})

test('logging out ends the stream of that session at once, on every node, and of no other', async () => {
  const token = await server.login(wang)
  const ending = await watch({ ...signer, token })
  const staying = await watch(signer)
  await server.call('logout', {}, { token })
  expect(await becomes(() => ending.ended())).toBe(true)
  expect(staying.ended()).toBe(false)
  staying.close()
})

test('leaving a company ends what is told of it', async () => {
  const leaver = await newcomer(server, '13900000402', '钱多多')
  const { account_id } = await server.deps.db.directory((directory) =>
    directory.selectFrom('account').where('phone', '=', leaver.phone).select('account_id').executeTakeFirstOrThrow(),
  )
  const row = { tenant_id: launcher.tenantId, account_id, is_owner: false, created_at: 1 }
  await server.deps.db.directory((directory) => directory.insertInto('membership').values(row).execute())
  const inCompany = await watch({ ...leaver, tenantId: launcher.tenantId })
  const atHome = await watch(leaver)
  const { tenantId } = launcher
  await server.deps.db.directoryWrite(async (tx) => {
    await tx.deleteFrom('membership').where('account_id', '=', account_id).where('tenant_id', '=', tenantId).execute()
    tell(tx, { about: 'membership', tenantId, accountId: account_id })
  })
  expect(await becomes(() => inCompany.ended())).toBe(true)
  expect(atHome.ended()).toBe(false)
  atHome.close()
})

test('who is disabled while looking at the company hears nothing more of it', async () => {
  const operator = await player(server, '13800000003', 'company')
  const stream = await watch(operator)
  const memberId = await memberIdOf(server, launcher, operator.phone)
  await server.call('updateMemberStatus', { memberId, memberStatus: 'disabled' }, launcher)
  expect(await becomes(() => stream.ended())).toBe(true)
  await server.call('updateMemberStatus', { memberId, memberStatus: 'enabled' }, launcher)
})

test('when the node loses what it listens on, its readers are sent away to read anew, and can come back', async () => {
  const stream = await watch(signer)
  await cutListening()
  expect(await becomes(() => stream.ended())).toBe(true)
  const again = await watch(signer)
  expect(await becomes(() => again.events().length > 0)).toBe(true)
  again.close()
})

/** Ends every listening connection, as a restart of the database does. */
async function cutListening(): Promise<void> {
  const client = new Client(database.owner)
  await client.connect()
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'moqi live events'",
  )
  await client.end()
}
