import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { usualDesign } from '@moqi/domain/seals/company-seal'
import { companySeal } from '@moqi/signing/seal-art/draw-company-seal'
import { encodePng } from '@moqi/pdf/images/png'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const companyName = '杭州云启科技有限公司'
const picture = companySeal(usualDesign('business', companyName), { companyName, creditCode: '', legalName: null }).png
const imageBase64 = picture.toString('base64')

let server: TestServer
let owner: Player
let wang: Player
const folder = mkdtempSync(join(tmpdir(), 'moqi-review-'))

beforeAll(async () => {
  server = await testServer({}, { MOQI_SEAL_REVIEW: 'operator' })
  owner = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const photo = async (who: Player) =>
  (await server.upload('印章照片.png', picture, { ...who, usage: 'sealImage' })).data.fileId
const submit = async (change: object = {}, who = owner) =>
  server.call(
    'submitCompanySeal',
    {
      sealName: '业务章',
      sealPurpose: 'business',
      width: 45,
      imageBase64,
      originalFileId: await photo(who),
      ...change,
    },
    who,
  )
const usable = async (who: Player) =>
  (await server.call('userSeals', {}, who)).data.sealInfoArray.map(({ sealName }) => sealName)
const logOf = async (sealId: string) =>
  (await server.call('listSealLog', { sealId }, owner)).data.logArray.map(({ who, label, detail }) => [
    who,
    label,
    detail,
  ])
const told = async (who: Player) =>
  (await server.call('listMessage', {}, who)).data.messageArray.map((message) => message.text)

/** The operator's command beside the server. */
async function seals(...args: string[]): Promise<{ code: number; said: string }> {
  const { databaseUrl, dataDir } = server.deps.config
  const child = spawn(process.execPath, [join(import.meta.dirname, '../commands/seals.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl ?? '', MOQI_DATA: dataDir },
  })
  const exit = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)))
  const [code, out, err] = await Promise.all([exit, text(child.stdout), text(child.stderr)])
  return { code, said: out + err }
}

test('an uploaded seal waits for the operator, who sees both pictures and the name; until then it signs nothing', async () => {
  expect((await server.call('getSealMaking', {}, owner)).data.sealReview).toBe('operator')
  const { data } = await submit()
  expect(data).toMatchObject({
    sealStatus: 'auditing',
    sealPurpose: 'business',
    carving: null,
    width: 45,
    isDefault: 0,
  })
  expect(data.height).toBeCloseTo(30, 0)
  const { sealId } = data
  expect(await usable(owner)).not.toContain('业务章')
  expect((await server.call('pcSealUpdate', { sealId, sealStatus: 'enabled' }, owner)).data.reason).toBe('seal/changed')
  const listed = await seals()
  expect(listed.said).toContain(sealId)
  expect(listed.said).toContain('杭州云启科技有限公司  业务专用章  业务章  45×30')
  expect((await seals('show', sealId, folder)).said).toContain('须与认证名称一致：杭州云启科技有限公司')
  expect(readFileSync(join(folder, `${sealId}-原图.png`)).equals(picture)).toBe(true)
  expect(readdirSync(folder)).toHaveLength(2)

  expect((await seals('refuse', sealId)).code).toBe(2)
  expect((await seals('refuse', sealId, '--reason', '印文与认证名称不一致')).code).toBe(0)
  expect((await server.call('getCompanySeal', { sealId }, owner)).data).toMatchObject({
    sealStatus: 'auditFailed',
    stateReason: '印文与认证名称不一致',
    stateBy: '平台审核',
  })
  expect(await told(owner)).toContain('印章“业务章”未通过审核：印文与认证名称不一致。请修改后重新上传')

  const again = await submit({ sealId, sealName: '业务专用章', width: 40 })
  expect(again.data).toMatchObject({
    sealId,
    sealStatus: 'auditing',
    sealName: '业务专用章',
    width: 40,
    stateReason: null,
  })
  expect((await submit({ sealId })).data.reason).toBe('seal/changed')
  expect((await seals('approve', sealId)).said).toContain('“业务专用章”已启用')
  expect((await seals('approve', sealId)).code).toBe(1)
  expect(await usable(owner)).toContain('业务专用章')
  expect(await told(owner)).toContain('印章“业务专用章”已通过审核，可以使用')
  expect(await logOf(sealId)).toEqual([
    ['平台', '审核通过', '平台审核'],
    ['李静', '提交审核', '业务专用章'],
    ['平台', '审核未通过', '印文与认证名称不一致'],
    ['李静', '提交审核', '业务章'],
  ])
})

test('one that waits may be withdrawn, and the operator has nothing more to decide', async () => {
  const { sealId } = (await submit({ sealName: '撤回的章' })).data
  expect((await server.call('pcIndexDeleteSeal', { sealId }, owner)).code).toBe(200)
  expect((await seals('approve', sealId)).code).toBe(1)
})

test('a signature cut out of a picture waits too; one written in the page does not', async () => {
  const add = async (change: object) =>
    (await server.call('addPersonSeal', { handwriteBase64: imageBase64, ...change }, wang)).data
  expect((await add({ sealName: '手写的' })).sealStatus).toBe('enabled')
  const { sealId, sealStatus } = await add({ sealName: '拍下的', originalFileId: await photo(wang), isDefault: 1 })
  expect(sealStatus).toBe('auditing')
  expect(await usable(wang)).not.toContain('拍下的')
  expect((await seals()).said).toContain('个人签名  拍下的')
  await seals('refuse', sealId, '--reason', '不是本人姓名')
  const listed = (await server.call('listSeals', {}, wang)).data.sealInfoArray.find((seal) => seal.sealId === sealId)
  expect(listed).toMatchObject({ sealStatus: 'auditFailed', stateReason: '不是本人姓名' })
  expect((await server.call('pcIndexDeleteSeal', { sealId }, wang)).code).toBe(200)
})

test('what cannot be a seal is refused at its field, before anybody looks at it', async () => {
  const blank = encodePng({ width: 400, height: 400, channels: 4, data: new Uint8Array(640_000) }).toString('base64')
  const answers = [
    await submit({ imageBase64: blank }),
    await submit({ width: 12 }),
    await submit({ originalFileId: await photo(wang) }),
    await submit({ sealPurpose: 'official' }),
    await submit({ sealPurpose: 'legal' }),
    await submit({ sealName: '公章' }),
  ]
  expect(answers.map(({ message }) => message)).toEqual([
    '图片中没有找到印章，请重新上传',
    '宽和高须在10到100毫米之间',
    '文件不存在或无权查看',
    '公章只能有一枚',
    '企业信息中没有法定代表人姓名',
    '印章名称已存在',
  ])
})

test('in the demonstration the checks of the picture decide, and the log says that nobody looked', async () => {
  const demo = await testServer()
  try {
    const jing = await player(demo, '13800000002', 'company')
    const original = await demo.upload('印章.png', picture, { ...jing, usage: 'sealImage' })
    const originalFileId = original.data.fileId
    const input = { sealName: '业务章', sealPurpose: 'business', width: 45, imageBase64, originalFileId } as const
    const { data } = await demo.call('submitCompanySeal', input, jing)
    expect([data.sealStatus, data.stateBy]).toEqual(['enabled', '自动检查'])
    const { logArray } = (await demo.call('listSealLog', { sealId: data.sealId }, jing)).data
    expect(logArray.map(({ label, detail }) => [label, detail])).toEqual([
      ['审核通过', '自动检查'],
      ['提交审核', '业务章'],
    ])
    expect((await demo.call('userSeals', {}, jing)).data.sealInfoArray.map(({ sealName }) => sealName)).toContain(
      '业务章',
    )
  } finally {
    await demo.close()
  }
})
