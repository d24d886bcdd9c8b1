import { dayMs } from '@moqi/domain/time/civil-date'
import { scene } from '@moqi/trust/testing/authority-scene'
import { certifiedUpload, type CertifiedUpload } from '@moqi/form/testing/certified-document'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDocument } from '#src/platform/documents/read-document.ts'
import { companySigner, personSigner, type Player, player, signNow } from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { arrivedMessages, messagesTo } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let launcher: Player
let wang: Player
const elsewhere = await scene()
const certified = async (options: Partial<CertifiedUpload> = {}) =>
  certifiedUpload({ key: await elsewhere.party('其他平台'), timestamps: elsewhere.timestamps, ...options })

beforeAll(async () => {
  server = await testServer()
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

const uploaded = async (options: Partial<CertifiedUpload> = {}) =>
  (await server.upload('框架协议.pdf', await certified(options), launcher)).data

type Uploaded = Awaited<ReturnType<typeof uploaded>>
type Kind = 'companySeal' | 'personSign' | 'handwrite' | 'date'

/** The nth field of a file as an area of a party. */
function onField({ fileId, fieldArray }: Uploaded, index: number, partyNo: number, control: Kind) {
  const field = fieldArray?.[index]
  if (!field) throw new Error(`no field ${index}`)
  const { page, x, y, width, height } = field
  return {
    positionId: `p${partyNo}-${control}`,
    fileId,
    page,
    x,
    y,
    width,
    height,
    signerNo: partyNo,
    positionType: control,
  }
}

async function drafted(fileIdArray: string[], signOrderType: 'order' | 'disorder' = 'order') {
  const orders = signOrderType === 'order' ? [1, 2] : [1, 1]
  const parties = [companySigner(1, yunqi, jing, orders[0]), personSigner(2, '王小明', wang.phone, orders[1])]
  const signExpireTime = server.deps.now() + 7 * dayMs
  const { data } = await server.call(
    'saveDraft',
    { taskName: '框架协议', signExpireTime, signOrderType, fileIdArray, signerArray: parties },
    launcher,
  )
  return data
}

async function bytesOf(contractId: string, fileId: string): Promise<Buffer> {
  const { tenantId } = launcher
  const { bytes } = await server.deps.db.read(tenantId, (db) =>
    readDocument(server.deps, db, tenantId, contractId, fileId),
  )
  return bytes
}

test('a certified file is signed in its own fields, from upload to archive', async () => {
  const bytes = await certified()
  const { data: file } = await server.upload('框架协议.pdf', bytes, launcher)
  expect(file.fieldArray).toEqual([
    { name: 'buyer', page: 1, x: 20.11, y: 246.94, width: 50.09, height: 29.99, lockArray: [] },
    { name: 'seller', page: 1, x: 80.08, y: 246.94, width: 50.09, height: 29.99, lockArray: [] },
  ])
  expect(file.warningArray).toContain('该文件已被其他机构认证，只能签在文件预留的2处签名域中')
  const { signId, taskId, version } = await drafted([file.fileId])
  const areas = [onField(file, 0, 1, 'companySeal'), onField(file, 1, 2, 'personSign')]
  const placed = await server.call('saveLocation', { signId, version, positionArray: areas }, launcher)
  expect(placed.data.status).toBe('waitSend')
  const { data: draft } = await server.call('getDraftInfo', { signId }, launcher)
  expect(draft.fileArray[0]?.fieldArray).toEqual(file.fieldArray)
  expect((await server.call('sendTask', { signId }, launcher)).code).toBe(200)
  expect((await bytesOf(taskId, file.fileId)).equals(bytes)).toBe(true)
  const before = await messagesTo(server, wang.phone, 'finished')
  expect((await signNow(server, launcher, taskId)).code).toBe(200)
  expect((await signNow(server, wang, taskId)).code).toBe(200)
  await arrivedMessages(server, { recipient: wang.phone, scene: 'finished', count: before.length + 1 })
  const finished = await bytesOf(taskId, file.fileId)
  expect(finished.subarray(0, bytes.length).equals(bytes)).toBe(true)
  expect(finished.toString('latin1', bytes.length)).not.toMatch(/\/T\(moqi-0|moqi-certification/)
  const { signatureArray, reasonArray } = await server.deps.workshop.verify(finished)
  expect(reasonArray.filter(({ severity }) => severity === 'invalid')).toEqual([])
  expect(signatureArray.map(({ fieldName, kind, permission }) => [fieldName, kind, permission])).toEqual([
    ['platform', 'certification', 'allowed-changes'],
    ['buyer', 'approval', 'allowed-changes'],
    ['seller', 'approval', 'allowed-changes'],
    ['moqi-archive-1', 'timestamp', 'as-signed'],
  ])
  const own = signatureArray.filter(({ kind }) => kind === 'approval')
  expect(own.map(({ verdict, ownPlatform, level }) => ({ verdict, ownPlatform, level }))).toEqual([
    { verdict: 'valid', ownPlatform: true, level: 'B-LTA' },
    { verdict: 'valid', ownPlatform: true, level: 'B-LTA' },
  ])
})

test('areas beside its fields, or of other kinds, keep it from being sent', async () => {
  const file = await uploaded()
  const { signId, version } = await drafted([file.fileId])
  const seal = onField(file, 0, 1, 'companySeal')
  const sign = onField(file, 1, 2, 'personSign')
  const attempts: [(typeof seal)[], string][] = [
    [[seal, { ...sign, x: sign.x + 1 }], '该文件已被其他机构认证，只能签在文件预留的签名域中'],
    [[seal, { ...sign, ...onField(file, 0, 2, 'personSign') }], '每处签名域只能分配给一个签署方'],
    [
      [seal, sign, { ...sign, positionId: 'd', positionType: 'date', y: 5 }],
      '该文件已被其他机构认证，只能放置印章或签名',
    ],
  ]
  let at = version
  for (const [positionArray, message] of attempts) {
    const { data } = await server.call('saveLocation', { signId, version: at, positionArray }, launcher)
    at = data.version
    expect(data.status).toBe('draft')
    expect(await server.call('sendTask', { signId }, launcher)).toMatchObject({
      data: { reason: 'contract/incomplete' },
      message,
    })
  }
})

test('a field that locks the others is for the last party, and nobody when all sign at once', async () => {
  const file = await uploaded({ fields: ['', '/Lock<</Type/SigFieldLock/Action/All>>'] })
  expect(file.fieldArray?.map(({ lockArray }) => lockArray)).toEqual([[], ['buyer']])
  const areas = [onField(file, 0, 1, 'companySeal'), onField(file, 1, 2, 'personSign')]
  const place = async (signOrderType: 'order' | 'disorder') => {
    const { signId, version } = await drafted([file.fileId], signOrderType)
    return (await server.call('saveLocation', { signId, version, positionArray: areas }, launcher)).data.status
  }
  expect([await place('order'), await place('disorder')]).toEqual(['waitSend', 'draft'])
})

test.each<[string, Partial<CertifiedUpload>, string]>([
  ['permits nothing', { level: 1 }, '文件已被其他机构认证并禁止追加签署，请上传未经认证的原文件'],
  [
    'has no field left',
    { fields: [] },
    '文件已被其他机构认证，只能签在其预留的空白签名域中，但文件没有可用的签名域，请向文件提供方索取预留签名域的文件或未经认证的原文件',
  ],
  [
    'has fields for certain certificates only',
    { fields: ['/SV<</Cert<</Ff 2/Issuer[<3000>]>>>>'] },
    '文件已被其他机构认证，其预留的签名域限定了证书，本平台无法满足，请向文件提供方索取未作限定的文件或未经认证的原文件',
  ],
])('a certified file that %s is refused with that reason', async (_, options, message) => {
  const answer = await server.upload('框架协议.pdf', await certified(options), launcher)
  expect(answer).toMatchObject({ data: { reason: 'file/certified' }, message })
})
