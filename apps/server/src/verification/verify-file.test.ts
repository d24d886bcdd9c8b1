import { X509Certificate } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { file } from '@moqi/api/file'
import { readModel } from '@moqi/pdf/graph/document-model'
import { appendIncrement, readForTests, sourceOf } from '@moqi/pdf/testing/increment'
import { ofdBytes, ofdScene, replaced, unsignedOfd } from '@moqi/ofd/testing/ofd-scene'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkshop } from '#src/platform/workshop.ts'
import { openSideServer, type SideServer } from '#src/testing/side-server.ts'
import { conclusion } from './conclusion.ts'

const intake = new URL('../../../../samples/intake/', import.meta.url)
const sample = readFileSync(new URL('../保密协议.pdf', intake))
const { verifyFile: call } = file
const noFields = { signatures: [], stamps: [], crossPageSeals: [], texts: [] }

let server: SideServer
let certified: Buffer

beforeAll(async () => {
  server = await openSideServer()
  const { increment } = await server.deps.freezer.freeze(sample, noFields)
  certified = Buffer.concat([sample, increment])
})
afterAll(() => server.close())

const verify = async (bytes: Buffer, name = '合同.pdf') =>
  (await server.ask('POST', call.path, { upload: { name, bytes } })).json()

test('Whoever asks is told that a file of this platform is whole, with the facts of each signature', async () => {
  const { code, data } = await verify(certified)
  expect(code).toBe(200)
  expect(data).toMatchObject({ verdict: 'valid', conclusion: '验证通过：文件未被篡改，全部签名有效', reasonArray: [] })
  expect(data.signatureArray).toMatchObject([
    {
      kind: 'certification',
      signerName: '墨契测试平台签章',
      integrity: 'intact',
      certificateStatus: 'valid',
      time: 'proven',
      ownPlatform: 1,
    },
  ])
  expect(data.signatureArray[0].certificate.issuer).toContain('测试证书，无法律效力')
})

test('A contract that not all of its parties have signed is told as that, and passes nowhere', async () => {
  const box = { x: 20, y: 200, width: 30, height: 30 }
  const signatures = ['moqi-0001', 'moqi-0002'].map((slot) => ({ slot, page: 1, box }))
  const { increment } = await server.deps.freezer.freeze(sample, { ...noFields, signatures })
  const { data } = await verify(Buffer.concat([sample, increment]))
  expect(data).toMatchObject({ verdict: 'indeterminate', complete: 0, conclusion: '尚未签署完成：2方中0方已签署' })
  expect((await verify(certified)).data.complete).toBe(1)
  expect((await verify(sample)).data.complete).toBeUndefined()
})

test('One changed byte and one appended line are tampering', async () => {
  const changed = Buffer.from(certified)
  const at = changed.indexOf('/MediaBox')
  changed[at + 12] = (changed[at + 12] ?? 0) ^ 1
  const appended = Buffer.concat([certified, Buffer.from('%later\n')])
  for (const bytes of [changed, appended]) {
    const { data } = await verify(bytes)
    expect([data.verdict, data.conclusion]).toEqual(['invalid', '验证不通过：文件内容已被篡改'])
  }
})

test('Pages that look different are shown as they were signed and as they are', async () => {
  expect((await verify(certified)).data.changedPageArray).toBeUndefined()
  const { data } = await verify(withNote(certified))
  expect(data.conclusion).toBe('验证不通过：文件内容已被篡改')
  expect(data.changedPageArray).toMatchObject([{ page: 1 }])
  const [{ signedImage, currentImage }] = data.changedPageArray
  for (const image of [signedImage, currentImage]) expect(image).toMatch(/^data:image\/png;base64,iVBOR/)
  expect(signedImage).not.toBe(currentImage)
})

test('A file without signatures, and one that is no PDF, are told apart', async () => {
  expect((await verify(sample)).data).toMatchObject({ verdict: 'unsigned', conclusion: '未检测到数字签名' })
  const text = await verify(Buffer.from('%PD'))
  expect(text).toMatchObject({ code: 422, message: '仅支持验证PDF和OFD文件，请上传已签署的文件' })
  const none = await server.app.inject({ method: 'POST', url: call.path, payload: {} })
  expect(none.statusCode).toBe(400)
})

test('A signature whose root is not known here is whole but unknown', async () => {
  const elsewhere = openWorkshop({ roots: [], crls: async () => [], now: Date.now })
  const verdict = await elsewhere.verify(certified)
  await elsewhere.close()
  expect([verdict.verdict, conclusion(verdict)]).toEqual(['indeterminate', '签名完整，但签署人身份无法确认'])
})

test('An OFD is judged like a PDF, and what is added to it is not passed over', async () => {
  const ofd = await ofdScene()
  const signed = await ofd.sign(unsignedOfd(['合同']), { key: ofd.first, seal: await ofd.sealFor(ofd.first) })
  const { data } = await verify(ofdBytes(signed), '合同.ofd')
  expect(data).toMatchObject({ verdict: 'indeterminate', conclusion: '签名完整，但签署人身份无法确认', pageCount: 1 })
  expect(data.signatureArray).toMatchObject([{ signerName: '甲方公司', integrity: 'intact', level: 'SES-V4' }])
  const added = await verify(ofdBytes(new Map([...signed, ['Doc_0/Res/a.png', Buffer.from('a')]])), '合同.ofd')
  expect(added.data.conclusion).toBe('无法确认：有文件不在签名保护范围内，可能是签署后加入或替换的')
  const changed = replaced(signed, 'Doc_0/Pages/Page_0/Content.xml', '合同', '别的')
  expect((await verify(ofdBytes(changed), '合同.ofd')).data.conclusion).toBe('验证不通过：文件内容已被篡改')
  const office = await verify(ofdBytes(new Map([['word/document.xml', Buffer.from('<a/>')]])), '合同.ofd')
  expect(office).toMatchObject({ code: 422, message: '仅支持验证PDF和OFD文件，请上传已签署的文件' })
})

test('The roots of the platform are there for whoever wants other software to know them', async () => {
  const { data } = (await server.ask('GET', file.listRoots.path)).json()
  const { roots } = server.deps.authority
  expect(data.rootArray.map(({ certificate }: { certificate: string }) => certificate)).toEqual(
    roots.map((der) => der.toString('base64')),
  )
  const sha256 = roots[0] && new X509Certificate(roots[0]).fingerprint256.replaceAll(':', '')
  expect(data.rootArray).toMatchObject([{ sha256, isTest: 1, name: expect.stringContaining('测试根证书') }])
})

test('Nothing of a verified file is kept', async () => {
  const before = blobsOf(server)
  await verify(Buffer.concat([certified, Buffer.from('%never stored\n')]))
  expect(blobsOf(server)).toEqual(before)
})

/** The file with a grey square over its first page, in an increment of its own. */
function withNote(bytes: Buffer): Buffer {
  const view = readForTests(bytes).views.at(-1)
  const number = (view && readModel(view)?.pages[0]?.number) ?? 0
  const body = sourceOf(bytes, number)
    .replace(/\/Annots\s*\[[^\]]*\]/, '')
    .replace(/>>$/, '/Annots[998 0 R]>>')
  const note = '<</Type/Annot/Subtype/Square/Rect[50 50 500 700]/IC[.5 .5 .5]/F 4/AP<</N 999 0 R>>>>'
  const content = '.5 g 0 0 450 650 re f'
  const square = `<</Type/XObject/Subtype/Form/BBox[0 0 450 650]/Length ${content.length}>>\nstream\n${content}\nendstream`
  return appendIncrement(bytes, [
    { number, body },
    { number: 998, body: note },
    { number: 999, body: square },
  ])
}

const blobsOf = ({ deps }: SideServer) => readdirSync(join(deps.config.dataDir, 'blobs'), { recursive: true })

test.each(readdirSync(intake))('%s gets a conclusion or a refusal', async (name) => {
  const { code, message, data } = await verify(readFileSync(new URL(name, intake)), name)
  expect(code === 200 ? data.conclusion : message).toMatch(/[\u4e00-\u9fff]{4,}/)
})
