import { seal } from '@moqi/api/seal'
import { unpackSealImage } from '@moqi/signing/images/seal-image'
import { encodePng } from '@moqi/pdf/images/png'
import { personSeal } from '@moqi/signing/seal-art/draw-seal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantWithoutLetter } from '#src/cores/seal/grants.ts'
import { type Actor, openSideServer, type SideServer } from '#src/testing/side-server.ts'
import { makeFirstSeal } from './make-first-seal.ts'

let server: SideServer
let owner: Actor
let operator: Actor
let stranger: Actor
let company: Actor

beforeAll(async () => {
  server = await openSideServer()
  owner = await server.person('李静')
  company = await server.company('杭州墨海科技有限公司', owner)
  operator = await server.operator(company, await server.person('张伟'))
  stranger = await server.company('上海青石物业管理有限公司', await server.person('陈晨'))
  await makeFirstSeal(server.deps, company)
  await makeFirstSeal(server.deps, stranger)
})
afterAll(() => server.close())

const list = async (as: Actor, json = {}) => (await server.ask('POST', seal.listSeals.path, { as, json })).json()
const usable = async (as: Actor, query = '') =>
  (await server.ask('GET', `${seal.userSeals.path}${query}`, { as })).json().data.sealInfoArray
const add = async (as: Actor, json: object, headers = {}) =>
  (await server.ask('POST', seal.addPersonSeal.path, { as, json, headers })).json()

/** A PNG with ink: any drawn seal will do. */
const drawn = personSeal('王小明', 'rectanglePlain').png.toString('base64')

test('Every call needs a session, but for those of a phone', async () => {
  for (const call of Object.values(seal).filter(({ access }) => access !== 'open')) {
    const answer = await server.ask(call.method, call.path, call.method === 'POST' ? { json: {} } : {})
    expect([call.path, answer.statusCode, answer.json().code]).toEqual([call.path, 401, -10])
  }
})

test('A company gets one round seal however often the job runs, drawn to size and coded for PDF', async () => {
  await Promise.all([makeFirstSeal(server.deps, company), makeFirstSeal(server.deps, company)])
  const { sealInfoArray, nextCursor } = (await list(company)).data
  expect(nextCursor).toBeNull()
  expect(sealInfoArray).toEqual([
    expect.objectContaining({
      sealName: '公章',
      sealType: 'company',
      sealStatus: 'enabled',
      width: 40,
      height: 40,
      isDefault: 1,
      sealPermission: 'direct',
    }),
  ])
  const row = await server.deps.db.read(company.tenantId, (db) =>
    db.selectFrom('seal').selectAll().executeTakeFirstOrThrow(),
  )
  const packed = unpackSealImage(await server.deps.blobs.get(row.packed_sha256))
  expect(packed.sha256).toBe(row.png_sha256)
})

test('A person gets a first seal only when authenticated', async () => {
  const [known, unknown] = [await server.person('欧阳春晓'), await server.person('', 'notAuth')]
  for (const person of [known, unknown, known]) await makeFirstSeal(server.deps, person)
  expect((await list(known)).data.sealInfoArray).toMatchObject([
    { sealName: '个人印章', sealType: 'person', width: 20 },
  ])
  expect((await list(unknown)).data.sealInfoArray).toEqual([])
})

test('A name the font cannot draw leaves the space without a seal and the job without an error', async () => {
  const rare = await server.person('王\u{2F81A}')
  await makeFirstSeal(server.deps, rare)
  expect((await list(rare)).data.sealInfoArray).toEqual([])
})

test('An operator sees the company seal and may use it only with a grant', async () => {
  expect((await list(operator)).data.sealInfoArray).toMatchObject([{ sealPermission: 'none' }])
  expect(await usable(operator)).toEqual([])
  const [{ sealId }] = await usable(company)
  const place = { tenantId: company.tenantId, sealId, accountId: operator.accountId, by: '李静' }
  await server.deps.db.write(company.tenantId, (tx) => grantWithoutLetter(server.deps, tx, place))
  expect(await usable(operator)).toMatchObject([{ sealId, sealPermission: 'direct' }])
})

test('Seals of a company are asked for by its id from any own space, and never of a foreign one', async () => {
  expect(await usable(owner, `?companyId=${company.companyId}`)).toMatchObject([{ sealName: '公章' }])
  const foreign = await server.ask('GET', `${seal.userSeals.path}?companyId=${stranger.companyId}`, { as: owner })
  expect(foreign.json().data.reason).toBe('space/not-found')
})

test('A seal picture is shown to its space only', async () => {
  const [{ sealId, sealImg }] = await usable(company)
  const answer = await server.ask('GET', sealImg, { as: operator })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
  expect(answer.rawPayload.readUInt32BE(16)).toBe(Math.round((40 * 300) / 25.4))
  for (const as of [stranger, owner]) {
    expect((await server.ask('GET', sealImg, { as })).json().data.reason).toBe('seal/not-found')
  }
  const other = await server.ask('GET', `${seal.sealImage.path}?sealId=${sealId.slice(1)}`, { as: company })
  expect(other.json().data.reason).toBe('seal/not-found')
})

test('A member who may not use a company’s seal does not see it, and who works with its seals does', async () => {
  const [{ sealImg }] = await usable(company)
  const helper = await server.operator(company, await server.person('周敏'))
  expect((await server.ask('GET', sealImg, { as: helper })).json().data.reason).toBe('seal/not-found')
  expect((await server.ask('GET', sealImg, { as: company })).statusCode).toBe(200)
})

test('Styles of a personal seal are drawn for the own, authenticated space and stored nowhere', async () => {
  const ask = async (as: Actor) => (await server.ask('POST', seal.makePersonSealImg.path, { as, json: {} })).json()
  const { sealImgArray } = (await ask(owner)).data
  expect(sealImgArray.map(({ sealStyle }: { sealStyle: string }) => sealStyle)).toEqual([
    'square',
    'squareReversed',
    'rectangle',
    'rectanglePlain',
  ])
  expect(sealImgArray[0]).toMatchObject({ width: 20, height: 20, sealImg: expect.stringMatching(/^data:image\/png/) })
  expect((await list(owner)).data.sealInfoArray).toEqual([])
  expect((await ask(company)).message).toBe('请切换到个人空间后制作个人印章')
  expect((await ask(await server.person('', 'notAuth'))).data.reason).toBe('space/not-authenticated')
})

test('A personal seal is added once per idempotency key, the first one as the default', async () => {
  const person = await server.person('王小明')
  const key = { 'idempotency-key': 'first' }
  const first = await add(person, { sealStyle: 'square' }, key)
  expect(await add(person, { sealStyle: 'square' }, key)).toEqual(first)
  expect((await add(person, { sealStyle: 'rectangle' }, key)).data.reason).toBe('request/idempotency-mismatch')
  expect(first.data).toMatchObject({ sealName: '个人印章', isDefault: 1, sealType: 'person' })
  const second = await add(person, { sealStyle: 'rectangle', isDefault: 1 })
  expect(second.data).toMatchObject({ sealName: '个人印章2', isDefault: 1 })
  expect((await add(person, { sealStyle: 'square', sealName: '个人印章2' })).message).toBe('印章名称已存在')
  const seals = (await list(person)).data.sealInfoArray
  expect(seals).toMatchObject([{ sealId: second.data.sealId }, { isDefault: 0, sealId: first.data.sealId }])
})

test('A handwritten signature comes bare or as a data URL, and must hold ink', async () => {
  const person = await server.person('王小明')
  const bare = await add(person, { handwriteBase64: drawn })
  expect(bare.data).toMatchObject({ sealName: '手写签名', sealType: 'handwrite', sealColor: 'black' })
  expect(bare.data.width).toBeLessThanOrEqual(60)
  expect(bare.data.height).toBeLessThanOrEqual(30)
  const url = await add(person, { handwriteBase64: `data:image/png;base64,${drawn}` })
  expect(url.data.sealName).toBe('手写签名2')
  const noise = await add(person, { handwriteBase64: Buffer.from('no picture').toString('base64') })
  expect(noise).toMatchObject({ code: 422, message: '签名图片格式不正确，请重新手写' })
})

test('A drawing of too many pixels is refused with its limit (C39)', async () => {
  const person = await server.person('王小明')
  const huge = encodePng({ width: 1500, height: 1500, channels: 4, data: new Uint8Array(4) }, 9).toString('base64')
  const refused = await add(person, { handwriteBase64: huge })
  const message = '签名图片不能超过200万像素，请缩小图片或重新手写'
  expect(refused).toMatchObject({ code: 422, message, data: { reason: 'field/invalid' } })
})

test('A seal needs exactly one drawing, a known style, and the own authenticated space', async () => {
  const either = '请选择印章样式或手写签名，二者选一'
  expect((await add(owner, {})).message).toBe(either)
  expect((await add(owner, { sealStyle: 'square', handwriteBase64: drawn })).message).toBe(either)
  expect((await add(owner, { handwriteSealId: 'x', handwriteBase64: drawn })).message).toBe(either)
  expect((await add(owner, { handwriteSealId: 'x' })).data.reason).toBe('handwriting/dead')
  expect((await add(owner, { sealStyle: 'triangle' })).message).toBe('请选择印章样式')
  expect((await add(company, { sealStyle: 'square' })).data.reason).toBe('field/invalid')
  const unknown = await server.person('', 'notAuth')
  expect((await add(unknown, { sealStyle: 'square' })).data.reason).toBe('space/not-authenticated')
})

test('Lists are filtered, and paged without loss or repetition', async () => {
  const person = await server.person('王小明')
  for (let made = 0; made < 11; made++) await add(person, { sealStyle: 'square' })
  await add(person, { handwriteBase64: drawn })
  const first = (await list(person)).data
  const second = (await list(person, { cursor: first.nextCursor })).data
  const ids = [...first.sealInfoArray, ...second.sealInfoArray].map(({ sealId }: { sealId: string }) => sealId)
  expect([first.sealInfoArray.length, second.nextCursor, new Set(ids).size]).toEqual([10, null, 12])
  expect((await list(person, { sealType: 'handwrite' })).data.sealInfoArray).toHaveLength(1)
  expect((await list(person, { sealStatus: 'revoked' })).data.sealInfoArray).toEqual([])
  expect((await list(person, { cursor: "' or 1=1" })).code).toBe(400)
})

test('A name seal comes in red, blue and black, framed or cut out of its ground (domain 4.6)', async () => {
  const person = await server.person('林晚舟')
  const ask = async (json: object) =>
    (await server.ask('POST', seal.makePersonSealImg.path, { as: person, json })).json().data.sealImgArray
  const [red, blue] = [await ask({}), await ask({ sealColor: 'blue' })]
  expect(red[1].sealImg).not.toBe(blue[1].sealImg)
  const kept = await add(person, { sealStyle: 'squareReversed', sealColor: 'blue' })
  expect(kept.data).toMatchObject({ sealType: 'person', sealColor: 'blue', width: 20 })
  expect((await add(person, { sealStyle: 'square', sealColor: 'green' })).code).toBe(400)
})

test('A name of 17 characters has its seal, a longer one is told to write by hand', async () => {
  const long = await server.person('阿卜杜热合曼·买买提艾力江努尔艾合')
  expect((await add(long, { sealStyle: 'square' })).data.width).toBe(20)
  const longer = await server.person('阿卜杜热合曼·买买提艾力江努尔艾合提江')
  const refused = await add(longer, { sealStyle: 'square' })
  expect(refused).toMatchObject({ code: 422, message: '姓名超过17个字，无法制作姓名章，请改为手写签名' })
  await makeFirstSeal(server.deps, longer)
  expect((await list(longer)).data.sealInfoArray).toEqual([])
})

const photo = encodePng({ width: 4, height: 4, channels: 3, data: new Uint8Array(48).fill(200) }, 9)
const upload = async (as: Actor, bytes: Buffer, usage = 'sealImage', name = 'photo.png') =>
  (await server.ask('POST', '/api/common/v1/file/upload', { as, upload: { name, bytes, fields: { usage } } })).json()

test('A signature cut out of a picture keeps the picture as it came, of the own alone', async () => {
  const person = await server.person('王小明')
  const { fileId } = (await upload(person, photo)).data
  const { data } = await add(person, { handwriteBase64: drawn, originalFileId: fileId, sealColor: 'blue' })
  expect(data).toMatchObject({ sealType: 'handwrite', sealColor: 'blue' })
  const row = await server.deps.db.read(person.tenantId, (db) =>
    db.selectFrom('seal').where('seal_id', '=', data.sealId).select('original_sha256').executeTakeFirstOrThrow(),
  )
  expect(await server.deps.blobs.get(row.original_sha256 ?? '')).toEqual(photo)
  const foreign = (await upload(owner, photo)).data.fileId
  const contract = (await upload(person, photo, 'contract')).data.fileId
  for (const originalFileId of [foreign, contract, 'no-such-file']) {
    const refused = await add(person, { handwriteBase64: drawn, originalFileId })
    expect([originalFileId, refused.data.reason]).toEqual([originalFileId, 'file/not-found'])
  }
})

test('A picture to cut a seal out of is a PNG or JPEG of at most 5 MB (C86)', async () => {
  const person = await server.person('王小明')
  const pdf = await upload(person, Buffer.from('%PDF-1.7\n'), 'sealImage', 'photo.png')
  expect(pdf).toMatchObject({ code: 422, message: '仅支持 png、jpg 格式' })
  const heavy = await upload(person, Buffer.concat([photo, Buffer.alloc(5 * 1024 * 1024)]))
  expect(heavy).toMatchObject({ code: 422, message: '文件大小不能超过5MB' })
})
