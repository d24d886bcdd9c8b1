import { expect, test } from 'vitest'
import { refusedFileText, uploadFaults } from './upload-faults.ts'

const mebibyte = 1024 * 1024
const sizes = (...megabytes: number[]) => megabytes.map((size) => ({ size: size * mebibyte }))

test('a file that is empty, or larger than one may be, is not sent', () => {
  expect(uploadFaults(sizes(20, 0, 20.1), 0)).toEqual([null, '文件已损坏或无法解析', '文件大小不能超过20MB'])
})

test('files are taken until they are 100 MB together with what is there', () => {
  const tooLarge = '文件合计不能超过100MB'
  expect(uploadFaults(sizes(20, 20, 20, 20, 20), 0)).toEqual([null, null, null, null, null])
  expect(uploadFaults(sizes(15, 10, 5), 80 * mebibyte)).toEqual([null, tooLarge, null])
})

test('a refusal fits the file it is about', () => {
  const message = '仅支持 pdf、doc、docx、jpg、jpeg、png 格式'
  const text = (name: string, reason = 'file/type') => refusedFileText(name, { reason, message })
  expect(text('不是PDF.pdf')).toBe('文件名以 .pdf 结尾，内容却不是PDF文件，请用原软件重新导出后上传')
  expect(text('照片.JPG')).toBe('文件名以 .jpg 结尾，内容却不是图片，请用原软件重新导出后上传')
  expect(text('合同.wps')).toBe(message)
  expect(text('合同')).toBe(message)
  expect(text('合同.pdf', 'file/encrypted')).toBe('文件已加密，请输入文件密码')
  expect(text('合同.pdf', 'file/damaged')).toBe(message)
})
