import { readFileSync } from 'node:fs'
import { file } from '@moqi/api/file'
import { lockedPackage, oleFile } from '@moqi/signing/intake/office/locked-for-tests'
import { unlockOffice } from '@moqi/signing/intake/office/unlock-office'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findOffice } from '#src/platform/converter/libreoffice-converter.ts'
import { type Actor, openSideServer, type SideServer } from '#src/testing/side-server.ts'

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
  readFileSync(new URL(`../../../../packages/signing/src/intake/office/fixtures/${name}`, import.meta.url))

test.skipIf(findOffice() === null).each([
  ['加密.docx', fixture('加密.docx')],
  ['加密.doc', fixture('加密.doc')],
  ['加密.wps', fixture('加密.doc')],
  // Word 2010 and later, and WPS, lock in another way than LibreOffice, which wrote the files above.
  ['agile.docx', lockedPackage(unlockOffice(fixture('加密.docx'), '墨契-2026'), '墨契-2026')],
])('A %s under a password asks for it, knows a wrong one, and is converted', async (name, locked) => {
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
})

test.skipIf(findOffice() === null)('A .wps is a Word 97 document by its content, and converted', async () => {
  const { code, data } = await uploaded(owner, '合同.wps', fixture('未加密.doc'))
  expect([code, data.fileName, data.pageCount]).toEqual([200, '合同.pdf', 1])
})

test('A .wps of another program is refused with what to do', async () => {
  const works = oleFile({ CONTENTS: Buffer.alloc(5000), MatOST: Buffer.alloc(10) })
  const sentence = '仅支持 pdf、doc、docx、jpg、jpeg、png 格式，请另存为PDF后重试'
  expect(await uploaded(owner, '合同.wps', works)).toMatchObject({ message: sentence, data: { reason: 'file/type' } })
})
