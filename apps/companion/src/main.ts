import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { TokenShelf } from '@moqi/trust/hsm/token-shelf'
import { serveCompanion } from './serve.ts'

const usage = `npm run companion -- --module 厂商PKCS#11库 --origin 平台网址 [--port 21290] [--sm2 机制号] [--print]

密钥助手：让网页使用本机USBKey中的证书。只监听127.0.0.1，只应答 --origin 列出的网站（可写多个）。
--module  厂商的PKCS#11库，如 /usr/lib/softhsm/libsofthsm2.so、C:\\\\Windows\\\\System32\\\\xxx_pkcs11.dll
--origin  平台的网址，如 https://sign.example.com
--sm2     厂商自定的SM2签名机制号（十六进制，如 0x80000201），对SM3摘要签名；不写则SM2证书不可用
--print   输入PIN码的页面只打印网址，不自动打开浏览器
`

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n\n${usage}`)
  process.exit(64)
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        module: { type: 'string' },
        origin: { type: 'string', multiple: true },
        port: { type: 'string', default: '21290' },
        sm2: { type: 'string' },
        print: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error))
  }
}

const { module, origin: origins = [], port, sm2, print } = readArguments()
if (!module || origins.length === 0) refuse('缺少 --module 或 --origin')
for (const origin of origins) {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) refuse(`--origin ${origin} 不是网站的网址`)
}
if (!/^\d{1,5}$/.test(port)) refuse(`--port ${port} 不是端口`)
if (sm2 !== undefined && !/^0x[0-9a-f]{1,8}$/i.test(sm2)) refuse(`--sm2 ${sm2} 不是十六进制的机制号`)

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

function open(address: string): void {
  console.log(`请在此页输入PIN码：${address}`)
  if (print) return
  const [command, ...words] = openers[process.platform] ?? ['xdg-open']
  const opened = spawn(command, [...words, address], { stdio: 'ignore' })
  // The address stands above: it can be opened by hand.
  opened.on('error', () => {})
}

try {
  const shelf = new TokenShelf({ module, ...(sm2 !== undefined && { sm2Mechanism: Number(sm2) }) })
  const { address } = await serveCompanion({
    port: Number(port),
    origins,
    shelf,
    now: Date.now,
    random: randomBytes,
    show: (origin, code) => console.log(`${origin} 的配对码：${code}（2分钟内有效，请勿告诉他人）`),
    open,
  })
  console.log(`密钥助手已启动：${address}，可使用它的网站：${origins.join('、')}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
