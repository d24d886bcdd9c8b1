import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { heavyPdf } from './heavy-pdf.ts'
import { median } from './round-figures.ts'
import { onServer } from './server-process.ts'

const megabytes = 47
const rounds = 5
const sample = join(import.meta.dirname, '../samples/保密协议.pdf')

/**
 * Whether a file of nearly 50 MB holds other people up: how long a small request takes while one is uploaded and
 * verified, against alone, on the real server. Prints lines and last one JSON line; answers the exit code.
 */
export async function benchHeavyFile(): Promise<number> {
  return onServer(async (server) => {
    const file = heavyPdf(readFileSync(sample), megabytes * 1024 * 1024)
    const alone: number[] = []
    const beside: number[] = []
    const whole: number[] = []
    for (let round = 0; round < rounds; round++) {
      alone.push(...(await pings(server.baseUrl, pause(1500))))
      const started = performance.now()
      beside.push(...(await pings(server.baseUrl, verify(server.baseUrl, file))))
      whole.push(performance.now() - started)
    }
    const figures = {
      medianRatio: Number((median(beside) / median(alone)).toFixed(2)),
      aloneMs: Number(median(alone).toFixed(2)),
      besideMs: Number(median(beside).toFixed(2)),
      besideP95Ms: Number(ninetyFifth(beside).toFixed(1)),
      verifyMs: Math.round(median(whole)),
    }
    console.log(
      `一个小请求：平时 ${figures.aloneMs} ms，${megabytes} MB 文件验签期间 ${figures.besideMs} ms（95% 在 ${figures.besideP95Ms} ms 内）`,
    )
    console.log(JSON.stringify({ bench: 'heavy', ...figures, pings: beside.length, rounds }))
    return 0
  })
}

const ninetyFifth = (times: number[]) => times.toSorted((a, b) => a - b).at(Math.floor(times.length * 0.95)) ?? 0

/** Milliseconds of one small request after the other, as long as `work` goes on. */
async function pings(baseUrl: string, work: Promise<unknown>): Promise<number[]> {
  const over = new AbortController()
  const done = work.finally(() => over.abort())
  // It is waited for below; until then its failure is nobody's.
  done.catch(() => {})
  const times: number[] = []
  while (!over.signal.aborted) {
    const before = performance.now()
    await (await fetch(`${baseUrl}/healthz`)).text()
    times.push(performance.now() - before)
    await pause(10)
  }
  await done
  return times
}

async function verify(baseUrl: string, file: Buffer): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(file)]), 'heavy.pdf')
  const answer = await fetch(`${baseUrl}/api/common/v1/verify/file`, { method: 'POST', body: form })
  const { code, message } = (await answer.json()) as { code: number; message: string }
  if (code !== 200) throw new Error(message)
}
