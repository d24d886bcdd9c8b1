import { readFileSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { intakePool } from './intake-pool.ts'
import { onePage, pdfSource } from '@moqi/pdf/write/new-pdf'

const sample = (name: string) => readFileSync(new URL(`../../../samples/${name}`, import.meta.url))
const pool = intakePool()
const given = (bytes: Buffer) => ({ client: { key: 'one' }, bytes: () => bytes })
afterAll(() => pool.close())

it('inspects in a worker and gives the bytes back', async () => {
  const bytes = sample('采购框架协议.pdf')
  const copy = Buffer.from(bytes)
  const inspected = await pool.inspect(given(bytes))
  expect(inspected.bytes.equals(copy)).toBe(true)
  expect(inspected.pages).toHaveLength(18)
  expect(bytes.length).toBe(0)
})

it('copies bytes that share memory with others', async () => {
  const shared = Buffer.concat([Buffer.from('xx'), pdfSource(onePage)]).subarray(2)
  expect((await pool.inspect(given(shared))).pages).toHaveLength(1)
  expect(shared.toString('latin1', 0, 5)).toBe('%PDF-')
})

it('carries refusals over, then goes on', async () => {
  await expect(pool.inspect(given(sample('intake/解压炸弹.pdf')))).rejects.toMatchObject({ reason: 'too-complex' })
  await expect(pool.inspect(given(sample('intake/不是PDF.pdf')))).rejects.toMatchObject({ reason: 'not-pdf' })
  expect((await pool.inspect(given(sample('保密协议.pdf')))).pages).toHaveLength(4)
})

it('calls a file over its time too complex', async () => {
  const hasty = intakePool({ cpuLimitMs: 1 })
  await expect(hasty.inspect(given(sample('保密协议.pdf')))).rejects.toMatchObject({
    reason: 'too-complex',
    detail: 'timeout',
  })
  await hasty.close()
})

it('survives a file that exhausts its worker', async () => {
  const nested = Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj'), Buffer.alloc(8_000_000, '<<')])
  await expect(pool.inspect(given(nested))).rejects.toMatchObject({ name: 'IntakeRefusal' })
  expect((await pool.inspect(given(sample('保密协议.pdf')))).pages).toHaveLength(4)
})
