import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Output } from '@moqi/api/call'
import { file } from '@moqi/api/file'
import { readLines } from '@moqi/pdf/text-search/read-lines'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOffice } from '#src/platform/converter/open-office.ts'
import { type Actor, openSideServer, type SideServer } from '#src/testing/side-server.ts'

type Recognized = Output<typeof file.recognizeAreas>

const samples = new URL('../../../../samples/', import.meta.url)
const signerArray = [
  { signerNo: 1, signType: 1, companyName: '杭州云启科技有限公司', signerName: '李静' },
  { signerNo: 2, signType: 0, signerName: '王小明' },
]

let server: SideServer
let owner: Actor

beforeAll(async () => {
  server = await openSideServer()
  owner = await server.person('王小明')
})
afterAll(() => server.close())

async function uploaded(name: string) {
  const bytes = readFileSync(new URL(name, samples))
  const answer = await server.ask('POST', file.uploadFile.path, {
    as: owner,
    upload: { name: basename(name), bytes, fields: {} },
  })
  return answer.json()
}

const ask = (as: Actor, fileId: string, more: object = {}) =>
  server.ask('POST', file.recognizeAreas.path, { as, json: { fileId, signerArray, ...more } })

async function recognized(fileId: string): Promise<Recognized> {
  return (await ask(owner, fileId)).json().data
}

const wordsOf = ({ areaArray }: Recognized) => {
  const words = areaArray.map(({ signerNo, positionType }) => `${signerNo} ${positionType}`)
  return words.toSorted((a, b) => a.localeCompare(b))
}

/** Whether a place lies over ink of the file as it is kept; a seal may lie over its own label. */
async function coveredText(fileId: string, { areaArray }: Recognized): Promise<string[]> {
  const content = await server.ask('GET', `${file.fileContent.path}?fileId=${fileId}`, { as: owner })
  const { lines } = await readLines(content.rawPayload, [''])
  return areaArray.flatMap((area) =>
    lines.flatMap((line) =>
      [...line.text].flatMap((letter, index) => {
        const [left = 0, right = 0] = [line.left[index], line.right[index]]
        const over =
          line.page === area.page &&
          left < area.x + area.width &&
          right > area.x &&
          line.y < area.y + area.height &&
          line.y + line.height > area.y
        const own = area.positionType === 'companySeal' && line.text.includes(area.label)
        return over && !own && letter !== '_' ? [`${area.positionType} over ${letter}`] : []
      }),
    ),
  )
}

const contracts = readdirSync(samples).filter((name) => name.endsWith('.pdf'))
const alike = ['intake/旋转页.pdf', 'intake/线性化.pdf', 'intake/尾部垃圾.pdf', 'intake/交叉引用损坏.pdf']

test.each([...contracts, ...alike])(
  '%s has a seal, a signature and two dates on its last page, over no text',
  async (name) => {
    const { fileId, pageCount } = (await uploaded(name)).data
    const answer = await recognized(fileId)
    expect(wordsOf(answer)).toEqual(['1 companySeal', '1 date', '2 date', '2 handwrite'])
    expect([answer.hasText, answer.signPage]).toEqual([1, pageCount])
    expect(await coveredText(fileId, answer)).toEqual([])
  },
)

test.skipIf(findOffice() === null)('a Word file is read as the PDF it became', async () => {
  for (const name of readdirSync(samples).filter((one) => one.endsWith('.docx'))) {
    const { fileId, pageCount } = (await uploaded(name)).data
    const answer = await recognized(fileId)
    expect([answer.signPage, wordsOf(answer).slice(0, 1)]).toEqual([pageCount, ['1 companySeal']])
    expect(await coveredText(fileId, answer)).toEqual([])
  }
})

test('a scan has no text, and the answer says so', async () => {
  const { fileId } = (await uploaded('扫描件.jpg')).data
  expect(await recognized(fileId)).toEqual({ hasText: 0, signPage: null, areaArray: [] })
})

test('a file without a signature block has text and no places', async () => {
  const { fileId } = (await uploaded('intake/带表单.pdf')).data
  expect(await recognized(fileId)).toEqual({ hasText: 1, signPage: null, areaArray: [] })
})

test('somebody else’s upload answers like none, and a question without parties is no question', async () => {
  const { fileId } = (await uploaded('保密协议.pdf')).data
  const stranger = await server.person('赵六')
  expect((await ask(stranger, fileId)).json().data.reason).toBe('file/not-found')
  expect((await ask(owner, server.deps.newId())).json().data.reason).toBe('file/not-found')
  const none = await server.ask('POST', file.recognizeAreas.path, { as: owner, json: { fileId, signerArray: [] } })
  expect(none.json().data.reason).toBe('request/invalid')
})
