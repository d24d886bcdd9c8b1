import { hourMs } from '@moqi/domain/time/civil-date'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownSignId, personSigner, type Player, player, prepared, sent, signNow } from '#src/testing/contract-scene.ts'
import { chen, jing } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
beforeEach(async () => {
  clock += hourMs
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

const signers = () => [personSigner(1, '王小明', wang.phone)]
const nobody = [404, '没有找到这个编号的打印件，请核对编号后重试']
const told = ({ code, message }: { code: number | string; message: string }) => [code, message]

/** What the code of a page carries. */
function codeOf(link: string | undefined) {
  const { pathname, searchParams } = new URL(link ?? '')
  return {
    pathname,
    number: searchParams.get('n') ?? '',
    page: Number(searchParams.get('p')),
    key: searchParams.get('k') ?? '',
  }
}

async function printed(who: Player, signId: string) {
  const { data } = await server.call('numberPrintedCopy', { signId }, who)
  return { number: data.number ?? '', codes: data.pageArray.map(({ link }) => codeOf(link)), pageArray: data.pageArray }
}

test('whoever holds the paper sees how the contract stands, nobody in full, and that page alone', async () => {
  const { signId, taskId } = await sent(server, launcher, signers())
  const { number, codes, pageArray } = await printed(launcher, signId)
  expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/)
  expect(pageArray[0]?.qrcode).toMatch(/^data:image\/svg/)
  expect(codes[0]?.pathname).toBe('/home/open/printed')
  // Every party prints the same number.
  expect((await printed(wang, await ownSignId(server, wang, taskId))).number).toBe(number)

  const before = await server.call('getPrintedCopy', { number: number.toLowerCase().replaceAll('-', ' ') })
  expect(before.data).toMatchObject({ number, stateText: '签署中', holds: 0, pageCount: codes.length })
  expect(before.data.signerArray).toEqual([{ signType: 0, name: '王**', stateText: '待签署', signTime: null }])
  expect(JSON.stringify(before)).not.toContain('王小明')

  const [first, second] = codes
  const own = await server.blob('printedPage', { number, page: 1, key: first?.key ?? '' })
  expect([own.status, own.headers['content-type']]).toEqual([200, 'image/png'])
  for (const key of [second?.key ?? '', '', 'x'])
    expect(told(await server.call('printedPage', { number, page: 1, key }))).toEqual(nobody)

  await signNow(server, wang, taskId)
  const after = (await server.call('getPrintedCopy', { number })).data
  expect(after).toMatchObject({ stateText: '签署完成', holds: 1, voiding: 0 })
  expect(after.signerArray).toMatchObject([{ stateText: '已签署', signTime: expect.any(Number) }])
})

test('a number that is none, a draft, and a row that somebody made up lead nowhere', async () => {
  for (const number of ['', '合同', '0000-0000-0000-0000']) {
    expect(told(await server.call('getPrintedCopy', { number }))).toEqual(nobody)
  }
  const draft = await prepared(server, launcher, signers())
  expect((await server.call('numberPrintedCopy', { signId: draft.signId }, launcher)).data).toEqual({
    number: null,
    pageArray: [],
  })
  const one = await sent(server, launcher, signers())
  const other = await sent(server, launcher, signers())
  const [{ number }] = [await printed(launcher, one.signId), await printed(launcher, other.signId)]
  await server.deps.db.directoryWrite((tx) =>
    sql`update printed_copy set contract_id = ${other.taskId} where contract_id = ${one.taskId}`.execute(tx),
  )
  expect(told(await server.call('getPrintedCopy', { number }))).toEqual(nobody)
})

test('whoever may not read a contract gets no number of it', async () => {
  const { signId } = await sent(server, launcher, signers())
  const stranger = await player(server, chen.phone, 'company')
  expect((await server.call('numberPrintedCopy', { signId }, stranger)).code).toBe(404)
})
