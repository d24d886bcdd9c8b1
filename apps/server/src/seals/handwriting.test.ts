import { personSeal } from '@moqi/signing/seal-art/draw-seal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweep } from '#src/platform/jobs/sweep.ts'
import { newcomer, type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
let clock = Date.parse('2026-11-20T10:00:00+08:00')
let server: TestServer
let wang: Player
let jing: Player
/** Signed in anew: a session ends when nobody uses it. */
async function signIn() {
  wang = await player(server, '13800000001', 'person')
  jing = await player(server, '13800000002', 'person')
}
beforeAll(async () => {
  server = await testServer({ now: () => clock })
  await signIn()
})
afterAll(() => server.close())

/** PNGs with ink: drawn seals will do. */
const drawn = personSeal('王小明', 'rectanglePlain').png.toString('base64')
const other = personSeal('王小明', 'square').png.toString('base64')

async function asked(who: Player) {
  const { data } = await server.call('handwriteLink', {}, who)
  return { ...data, ticket: new URL(data.handwriteLink).searchParams.get('ticket') ?? '' }
}
const scan = (ticket: string) => server.call('handWriteQrcodeScanned', { ticket })
const submit = (ticket: string, handwriteBase64 = drawn, key?: string) =>
  server.call('submitHandwrite', { ticket, handwriteBase64 }, { ...(key && { key }) })
const stateOf = async (handwriteSealId: string, who: Player) =>
  (await server.call('keepAskingHandwrite', { handwriteSealId }, who)).data

test('a phone scans and submits, and the desk sees each step and the picture (S24, C41–C44)', async () => {
  const { handwriteSealId, handwriteLink, qrcode, expireTime, ticket } = await asked(wang)
  expect(handwriteLink).toBe(`${server.deps.config.publicUrl}/home/open/seal/handwrite?ticket=${ticket}`)
  expect(Buffer.from(qrcode.split(',')[1] ?? '', 'base64').toString()).toMatch(/^<svg /)
  expect(expireTime).toBe(clock + 5 * minute)
  expect(await stateOf(handwriteSealId, wang)).toEqual({ handwriteState: 'waiting' })
  expect((await scan(ticket)).data).toEqual({ nickName: '王**', nameLength: 3, expireTime })
  expect(await stateOf(handwriteSealId, wang)).toEqual({ handwriteState: 'scanned' })
  expect((await scan(ticket)).code).toBe(200)
  expect(await submit(ticket)).toMatchObject({ code: 200, data: null })
  const { handwriteState, handwriteBase64 = '' } = await stateOf(handwriteSealId, wang)
  expect(handwriteState).toBe('submitted')
  expect(handwriteBase64).toMatch(/^data:image\/png;base64,iVBOR/)
  const kept = await server.call('addPersonSeal', { handwriteSealId }, wang)
  expect(kept.data).toMatchObject({ sealType: 'handwrite', sealColor: 'black', sealStatus: 'enabled' })
})

test('one signature is taken, however often and however differently it is sent', async () => {
  const { handwriteSealId, ticket } = await asked(wang)
  const sent = await Promise.all([submit(ticket, drawn, 'k'), submit(ticket, drawn, 'k'), submit(ticket, other, 'o')])
  expect(sent.filter(({ code }) => code === 200).length).toBeGreaterThan(0)
  const { handwriteBase64 } = await stateOf(handwriteSealId, wang)
  const again = [await submit(ticket, drawn, 'k'), await submit(ticket, other, 'o'), await submit(ticket, other)]
  // Whose key came first is answered as before, the other is told that one is there.
  expect(again.map(({ code }) => code).toSorted()).toEqual([200, 409, 409])
  expect(again.find(({ code }) => code === 409)).toMatchObject({ message: '签名已提交，请回到电脑上查看' })
  expect((await scan(ticket)).data).toMatchObject({ reason: 'handwriting/changed' })
  expect((await stateOf(handwriteSealId, wang)).handwriteBase64).toBe(handwriteBase64)
})

test('a code lasts five minutes, and only the newest of an account leads anywhere', async () => {
  const [first, second] = [await asked(wang), await asked(wang)]
  expect(await stateOf(first.handwriteSealId, wang)).toEqual({ handwriteState: 'expired' })
  for (const dead of [await scan(first.ticket), await submit(first.ticket), await scan('no-such-ticket')]) {
    expect(dead).toMatchObject({ code: 404, message: '二维码已失效，请在电脑上刷新后重新扫码' })
  }
  clock += 5 * minute - 1
  expect((await scan(second.ticket)).code).toBe(200)
  clock += 1
  expect((await submit(second.ticket)).data).toMatchObject({ reason: 'handwriting/dead' })
  expect(await stateOf(second.handwriteSealId, wang)).toEqual({ handwriteState: 'expired' })
  const refused = await server.call('addPersonSeal', { handwriteSealId: second.handwriteSealId }, wang)
  expect(refused.data).toMatchObject({ reason: 'handwriting/dead' })
})

test('what is asked of one account nobody else sees or keeps', async () => {
  const { handwriteSealId, ticket } = await asked(jing)
  await submit(ticket)
  const company = await player(server, jing.phone, 'company')
  for (const stranger of [wang, company]) {
    const foreign = await server.call('keepAskingHandwrite', { handwriteSealId }, stranger)
    expect(foreign).toMatchObject({ code: 404, data: { reason: 'handwriting/dead' } })
  }
  const taken = await server.call('addPersonSeal', { handwriteSealId }, wang)
  expect(taken.data).toMatchObject({ reason: 'handwriting/dead' })
  const invented = await server.call('keepAskingHandwrite', { handwriteSealId: "' or 1=1" }, jing)
  expect(invented.data).toMatchObject({ reason: 'handwriting/dead' })
  expect((await stateOf(handwriteSealId, jing)).handwriteState).toBe('submitted')
})

test('a company space asks for the signature of the person who acts there, by the own name', async () => {
  const company = await player(server, jing.phone, 'company')
  const { handwriteSealId, ticket } = await asked(company)
  expect((await scan(ticket)).data).toMatchObject({ nickName: '李*', nameLength: 2 })
  await submit(ticket)
  expect((await stateOf(handwriteSealId, company)).handwriteState).toBe('submitted')
})

test('who has not proved a name is asked for no signature', async () => {
  const unknown = await newcomer(server, '13900000777')
  const refused = await server.call('handwriteLink', {}, unknown)
  expect(refused.data).toMatchObject({ reason: 'space/not-authenticated' })
})

test('what is no picture, holds no ink or is too large is refused, and the code goes on (C42)', async () => {
  const { handwriteSealId, ticket } = await asked(wang)
  const noise = await submit(ticket, Buffer.from('no picture').toString('base64'))
  expect(noise).toMatchObject({ code: 422, message: '签名图片格式不正确，请重新手写' })
  const heavy = await submit(ticket, Buffer.alloc(512 * 1024 + 1).toString('base64'))
  expect(heavy).toMatchObject({ code: 422, message: '签名图片不能超过512KB，请重新手写' })
  expect((await submit(ticket, 'x'.repeat(720_001))).status).toBe(400)
  expect((await stateOf(handwriteSealId, wang)).handwriteState).toBe('waiting')
  expect((await submit(ticket)).code).toBe(200)
})

test('the answer waits while nothing is new, and comes with the news (C43)', async () => {
  const { handwriteSealId, ticket } = await asked(wang)
  let answered = false
  const waited = server
    .call('keepAskingHandwrite', { handwriteSealId, handwriteState: 'waiting' }, wang)
    .finally(() => (answered = true))
  await stateOf(handwriteSealId, wang)
  expect(answered).toBe(false)
  await scan(ticket)
  expect((await waited).data).toEqual({ handwriteState: 'scanned' })
  const stale = await server.call('keepAskingHandwrite', { handwriteSealId, handwriteState: 'waiting' }, wang)
  expect(stale.data).toEqual({ handwriteState: 'scanned' })
})

test('the database knows neither the ticket nor the picture, and forgets both', async () => {
  const { handwriteSealId, ticket } = await asked(wang)
  await submit(ticket)
  const { db } = server.deps
  const tickets = () => db.directory((directory) => directory.selectFrom('handwriting_ticket').selectAll().execute())
  const rows = () => db.read(wang.tenantId, (own) => own.selectFrom('handwriting').selectAll().execute())
  const foreign = await db.read(jing.tenantId, (own) => own.selectFrom('handwriting').selectAll().execute())
  expect(foreign.some(({ handwriting_id }) => handwriting_id === handwriteSealId)).toBe(false)
  const stored = JSON.stringify([await tickets(), await rows()])
  expect(stored).not.toContain(ticket)
  const image = (await rows()).find(({ handwriting_id }) => handwriting_id === handwriteSealId)?.sealed_image
  expect(image?.includes('IHDR')).toBe(false)
  clock += 2 * 60 * minute
  for (let hour = 0; hour < 24; hour++, clock += 60 * minute) await sweep(server.deps)
  expect([await tickets(), await rows()]).toEqual([[], []])
})
