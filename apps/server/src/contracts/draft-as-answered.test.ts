import { afterAll, beforeAll, expect, test } from 'vitest'
import { companySigner, personSigner, type Player, player, prepared } from '#src/testing/contract-scene.ts'
import { chen, jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
const clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, jing.phone, 'company')
})
afterAll(() => server.close())

const read = async (signId: string) => (await server.call('getDraftInfo', { signId }, launcher)).data
const made = () =>
  prepared(server, launcher, [companySigner(1, yunqi, jing), personSigner(2, '陈晨', chen.phone)], {
    ccArray: [{ name: '王小明', phone: '13800000001' }],
  })
/** As the wire brings it: the call's types say what a client is meant to send. */
async function save(payload: object): Promise<{ code: number; data: { signId: string; version: number } }> {
  const headers = { authorization: `Bearer ${launcher.token}`, 'x-tenant-id': launcher.tenantId }
  const answer = await server.app.inject({ method: 'POST', url: '/api/common/v1/task/saveDraft', headers, payload })
  return answer.json()
}

test('a draft is saved in the very shape it is answered in, files, attachments and places with it (C59, C88)', async () => {
  const { signId } = await made()
  const before = await read(signId)
  const [file] = before.fileArray
  const files = [{ ...file, fileName: '补充协议.pdf' }]
  const saved = await save({ ...before, fileArray: files })
  expect(saved.code).toBe(200)
  const after = await read(signId)
  const { version, status, ...rest } = before
  expect(after).toEqual({ ...rest, fileArray: files, version: version + 1, status: 'draft' })
  expect(status).toBe('waitSend')
})

test('its fields without ids make a new one with the same places (C88)', async () => {
  const {
    signId: _signId,
    taskId: _taskId,
    version: _version,
    taskNo: _taskNo,
    ...fields
  } = await read((await made()).signId)
  const { code, data } = await save(fields)
  expect(code).toBe(200)
  const copy = await read(data.signId)
  expect(copy.fileArray.map(({ sha256 }) => sha256)).toEqual(fields.fileArray.map(({ sha256 }) => sha256))
  expect(copy.positionArray).toEqual(fields.positionArray)
  const complete = { signId: data.signId, version: data.version, positionArray: copy.positionArray }
  expect((await server.call('saveLocation', complete, launcher)).data.status).toBe('waitSend')
})

test('without places those stay, with none there are none, and one that cannot be is refused (C88)', async () => {
  const { signId } = await made()
  const { positionArray, ...draft } = await read(signId)
  expect((await save(draft)).code).toBe(200)
  const kept = await read(signId)
  expect(kept.positionArray).toEqual(positionArray)
  const wrong = positionArray.map((position) => ({ ...position, positionType: 'legalSeal' }))
  expect((await save({ ...kept, positionArray: wrong })).code).toBe(422)
  expect((await save({ ...kept, positionArray: [] })).code).toBe(200)
  expect((await read(signId)).positionArray).toEqual([])
})

test('a draft without a list of files is no draft, and ids beside names are one (C88)', async () => {
  const { signId } = await made()
  const { fileArray, ...draft } = await read(signId)
  expect((await save(draft)).code).toBe(400)
  const named = { ...draft, fileIdArray: fileArray.map(({ fileId }) => fileId), fileNameArray: ['主合同.pdf'] }
  expect((await save(named)).code).toBe(200)
  expect((await read(signId)).fileArray.map(({ fileName }) => fileName)).toEqual(['主合同.pdf'])
})

test('a place to sign that might be left empty is refused, and nothing of the placing is kept (C0.12)', async () => {
  const { signId } = await made()
  const { version, positionArray } = await read(signId)
  const optional = positionArray.map((place) => ({ ...place, required: 0 as const }))
  const answer = await server.call('saveLocation', { signId, version, positionArray: optional }, launcher)
  expect([answer.code, answer.message]).toEqual([422, '只有填写项可以设为选填，签署位置和签署日期均为必填'])
  expect((await read(signId)).positionArray.map(({ required }) => required)).toEqual(positionArray.map(() => 1))
})

test.each([
  [1, 1],
  [0, 0],
  [true, 1],
  [false, 0],
] as const)('a flag %s is taken for %s and answered as 0 or 1 (C0.5)', async (flag, so) => {
  const { signId } = await made()
  const draft = await read(signId)
  const parties = draft.signerArray.map((signer) => ({ ...signer, forcedReading: flag }))
  expect((await save({ ...draft, signerArray: parties })).code).toBe(200)
  const saved = await read(signId)
  expect(saved.signerArray.map(({ forcedReading }) => forcedReading)).toEqual([so, so])
  const [place] = saved.positionArray
  if (!place) throw new Error('nothing is placed')
  // A signature is always asked for; a fill-in may be left out.
  const field = { ...place, positionId: 'field', positionType: 'text' as const, x: 10, y: 250, width: 50, height: 8 }
  const areas = [...saved.positionArray, { ...field, label: '备注', required: flag }]
  const placed = await server.call('saveLocation', { signId, version: saved.version, positionArray: areas }, launcher)
  expect(placed.code).toBe(200)
  expect((await read(signId)).positionArray.find(({ positionId }) => positionId === 'field')?.required).toBe(so)
  const fileId = saved.fileArray[0]?.fileId ?? ''
  expect((await server.call('searchKeyword', { fileId, keyword: '保密', wholeWord: flag }, launcher)).code).toBe(200)
})
