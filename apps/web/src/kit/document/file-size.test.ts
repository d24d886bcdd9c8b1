import { expect, test } from 'vitest'
import { fileSizeText, uploadProgressText } from './file-size.ts'

test('sizes are in KB below a megabyte and in MB above', () => {
  expect(fileSizeText(100)).toBe('1 KB')
  expect(fileSizeText(395_000)).toBe('386 KB')
  expect(fileSizeText(15_518_925)).toBe('14.8 MB')
})

test('an upload says how much has gone and how long it still takes', () => {
  const bytes = 10 * 1024 * 1024
  expect(uploadProgressText(bytes, 0.5, 3000)).toBe('5.0 / 10.0 MB，约 3 秒')
  expect(uploadProgressText(bytes, 0.01, 5000)).toBe('0.1 / 10.0 MB')
  expect(uploadProgressText(bytes, 1, 5000)).toBe('正在检查文件…')
})
