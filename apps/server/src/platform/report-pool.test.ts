import type { ReportContent } from '@moqi/evidence/report/report-content'
import { afterAll, expect, test } from 'vitest'
import { reportPool, type ReportReply } from './report-pool.ts'

const client = { key: 'one' }

function open(file: URL) {
  const pool = reportPool({ file, workers: 1, waiting: 1, cpuLimitMs: 20_000 })
  afterAll(() => pool.close())
  return pool
}

/** A pool whose worker gives a reply of that kind to whatever it is asked. */
function poolAnswering(kind: ReportReply['kind']) {
  const source = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', () => parentPort.postMessage({ kind: '${kind}' }))`
  return open(new URL(`data:text/javascript,${encodeURIComponent(source)}`))
}

const report: ReportContent = {
  brand: '墨契',
  title: '签署报告',
  subject: '保密协议',
  number: '1',
  notice: null,
  cover: [],
  conclusion: { text: '', good: true },
  sections: [],
  catalog: {},
}

test('a hash in the place of a report is an error and no empty report', async () => {
  await expect(poolAnswering('sm3').typeset(client, report)).rejects.toThrow('the worker did something else')
})

test('a report in the place of a hash is an error and no empty hash', async () => {
  await expect(poolAnswering('typeset').sm3(client, Buffer.from('abc'))).rejects.toThrow(
    'the worker did something else',
  )
})

test('one worker typesets reports and hashes by SM3 (GB/T 32905-2016 A.1)', async () => {
  const pool = open(new URL('./report-worker.ts', import.meta.url))
  const [pdf, hash] = await Promise.all([pool.typeset(client, report), pool.sm3(client, Buffer.from('abc'))])
  expect(pdf.toString('latin1', 0, 5)).toBe('%PDF-')
  expect(hash).toBe('66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0')
})
