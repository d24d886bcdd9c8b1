import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { playStory, type Verdict } from './demo/story.ts'

/** `npm run demo -- FILE.pdf OUT.pdf`: a contract from launch to verification against a running server. */
async function main(input: string, output: string): Promise<number> {
  const file = { fileName: basename(input), bytes: new Uint8Array(readFileSync(input)) }
  const baseUrl = process.env.MOQI_URL ?? 'http://localhost:8080'
  const { signed, verdict } = await playStory(baseUrl, file, (step, milliseconds) => {
    console.log(`${step} ${milliseconds.toFixed(0)} ms`)
  })
  writeFileSync(output, signed)
  console.log(`已保存 ${output}（${signed.length} 字节）`)
  return report(verdict)
}

/** One line a signature; 0 when the whole file is valid. */
function report({ conclusion, verdict, signatureArray, reasonArray }: Verdict): number {
  for (const { signerName, signTime, timestampAuthority, verdict: own, level, coverage } of signatureArray) {
    const time = signTime === null ? '时间未知' : beijing.format(signTime)
    console.log(
      `　${own === 'valid' ? '✓' : '✗'} ${signerName}　${time}　${timestampAuthority ?? '无时间戳'}　${level}　${coverage}`,
    )
  }
  for (const text of new Set(reasonArray.map((reason) => reason.text))) console.log(`　${text}`)
  console.log(conclusion)
  return verdict === 'valid' ? 0 : 1
}

const beijing = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Asia/Shanghai' })

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const refused = cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
  return refused ? '连接不上服务，请先在另一个终端运行 npm start' : error.message
}

const [input, output] = process.argv.slice(2)
if (!input || !output) {
  console.error('用法：npm run demo -- FILE.pdf OUT.pdf')
  process.exit(2)
}
try {
  process.exitCode = await main(input, output)
} catch (error) {
  console.error(`失败：${sentenceOf(error)}`)
  process.exitCode = 1
}
