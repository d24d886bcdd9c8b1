import { expect, test } from 'vitest'
import { uploadFaults } from './upload-faults.ts'

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
