import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { file } from '@moqi/api/file'
import { ask } from '@moqi/trust/testing/foreign-judge'
import { lockedAgain, oleFile } from '@moqi/intake/testing/locked-office'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOffice } from '#src/platform/converter/open-office.ts'
import { type Actor, openSideServer, type SideServer } from '#src/testing/side-server.ts'

const samples = new URL('../../../../samples/', import.meta.url)
let server: SideServer
let owner: Actor

beforeAll(async () => {
  server = await openSideServer()
  owner = await server.person('王小明')
})
afterAll(() => server.close())

async function uploaded(as: Actor, name: string, bytes: Buffer, fields: Record<string, string> = {}) {
  return (await server.ask('POST', file.uploadFile.path, { as, upload: { name, bytes, fields } })).json()
}

const fixture = (name: string) =>
  readFileSync(new URL(`../../../../packages/intake/src/office/fixtures/${name}`, import.meta.url))

test.skipIf(findOffice() === null).each([
  ['加密.docx', fixture('加密.docx')],
  ['加密.doc', fixture('加密.doc')],
  ['加密.wps', fixture('加密.doc')],
  // Word 2010 and later, and WPS, lock in another way than LibreOffice, which wrote the files above.
  ['agile.docx', lockedAgain(fixture('加密.docx'), '墨契-2026')],
])(
  'A %s under a password asks for it, knows a wrong one, and is converted (needs LibreOffice)',
  async (name, locked) => {
    const send = (password?: string) => uploaded(owner, name, locked, password === undefined ? {} : { password })
    const encrypted = { message: '文件已加密，请解除密码后重新上传', data: { reason: 'file/encrypted' } }
    expect(await send()).toMatchObject(encrypted)
    expect(await send('')).toMatchObject(encrypted)
    const wrong = { message: '文件密码不正确，请重新输入', data: { reason: 'file/wrong-password' } }
    expect(await send('墨契-2027')).toMatchObject(wrong)
    const { code, data } = await send('墨契-2026')
    expect(code).toBe(200)
    expect(data.fileName).toMatch(/\.pdf$/)
    expect(data.warningArray).toContain('文件的打开密码已在签署副本中解除，原文件保持不变')
    expect(data.warningArray).toContain('文件已转换为PDF，共1页，请预览核对内容')
  },
)

test.skipIf(findOffice() === null)(
  'A .wps is a Word 97 document by its content, and converted (needs LibreOffice)',
  async () => {
    const { code, data } = await uploaded(owner, '合同.wps', fixture('未加密.doc'))
    expect([code, data.fileName, data.pageCount]).toEqual([200, '合同.pdf', 1])
  },
)

test('A .wps of another program is refused with what to do', async () => {
  const works = oleFile({ CONTENTS: Buffer.alloc(5000), MatOST: Buffer.alloc(10) })
  const sentence = '仅支持 pdf、doc、docx、jpg、jpeg、png 格式，请另存为PDF后重试'
  expect(await uploaded(owner, '合同.wps', works)).toMatchObject({ message: sentence, data: { reason: 'file/type' } })
})

test('A protected PDF is asked for its password, told when it is wrong, and kept open when it is right', async () => {
  const path = fileURLToPath(new URL('保密协议.pdf', samples))
  const output = join(mkdtempSync(join(tmpdir(), 'moqi-locked-')), 'a.pdf')
  ask('qpdf', '--encrypt', 'moqi-2026', 'owner', '256', '--', path, output)
  const locked = readFileSync(output)
  const unasked = await uploaded(owner, 'a.pdf', locked)
  expect(unasked).toMatchObject({ message: '文件已加密，请解除密码后重新上传', data: { reason: 'file/encrypted' } })
  const wrong = await uploaded(owner, 'a.pdf', locked, { password: '123' })
  expect(wrong).toMatchObject({ message: '文件密码不正确，请重新输入', data: { reason: 'file/wrong-password' } })
  const { code, data } = await uploaded(owner, 'a.pdf', locked, { password: 'moqi-2026' })
  expect([code, data.warningArray]).toEqual([200, ['文件的打开密码已在签署副本中解除，原文件保持不变']])
})

test('The password that only opens a file is told from the one that permits to change it', async () => {
  const path = fileURLToPath(new URL('保密协议.pdf', samples))
  const output = join(mkdtempSync(join(tmpdir(), 'moqi-restricted-')), 'a.pdf')
  ask('qpdf', '--encrypt', 'user', 'owner', '256', '--modify=none', '--', path, output)
  const send = (password: string) => uploaded(owner, 'a.pdf', readFileSync(output), { password })
  expect((await send('')).data.reason).toBe('file/encrypted')
  expect((await send('wrong')).data.reason).toBe('file/wrong-password')
  const opened = await send('user')
  expect(opened).toMatchObject({ message: '文件限制编辑，请输入权限密码', data: { reason: 'file/restricted' } })
  expect((await send('owner')).code).toBe(200)
})
