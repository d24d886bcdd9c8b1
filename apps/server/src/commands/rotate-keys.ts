import { parseArgs } from 'node:util'
import { readConfig } from '#src/platform/config.ts'
import { openDatabase } from '#src/platform/database/database.ts'
import { replaceKeyFile } from '#src/platform/keys/key-encryption-key.ts'
import { openKeyEncryption } from '#src/platform/keys/open-key-encryption.ts'
import { resealPlatformKeys, type Rotated, rotateSpaceKeys } from '#src/platform/keys/rotate-keys.ts'
import { openOwner } from './owner-connection.ts'

/** `npm run rotate-keys`: seals every key under the key that seals now, beside a running server or without one. */

const usage = `用法：npm run rotate-keys -- [--new-key] [--data-keys[=时间]]
  （无参数）     把平台密钥与各空间的数据密钥改由当前的密钥加密密钥（MOQI_KEK 或数据目录中的文件）加密
  --new-key      先在数据目录中生成新的密钥加密密钥；旧的仍可解密。仅用于未设置 MOQI_KEK 时
  --data-keys    同时更换此刻（或所给时间）之前生成的数据密钥，并重新加密其下的签名私钥
可随时中断，重新运行即继续；运行期间服务可照常签署。`

type Options = { newKey: boolean; renewBefore: number | null }

const everySpaces = 100

async function rotate({ newKey, renewBefore }: Options): Promise<void> {
  const config = readConfig(process.env)
  const access = await openOwner(config)
  const closing: (() => Promise<void>)[] = [access.close]
  try {
    if (newKey) {
      if (config.keyEncryptionKey !== null)
        throw new Error('已设置 MOQI_KEK：请把它改为新的密钥，旧的放入 MOQI_KEK_PREVIOUS')
      replaceKeyFile(config.dataDir)
    }
    const { keyEncryption, close } = await openKeyEncryption(config)
    closing.push(close)
    const db = openDatabase({ ...access.owner, max: 2 })
    closing.push(db.close)
    console.log(`当前密钥 ${await keyEncryption.sealingKey()}`)
    const again = renewBefore === null ? '' : ` -- --data-keys=${new Date(renewBefore).toISOString()}`
    console.log(`中断后继续：npm run rotate-keys${again}`)
    const deps = { db, keyEncryption, now: Date.now }
    console.log(`平台密钥：${sentence(await resealPlatformKeys(deps))}`)
    const spaces = await rotateSpaceKeys(deps, renewBefore, (done, all) => {
      if (done % everySpaces === 0 || done === all) console.log(`空间 ${done}/${all}`)
    })
    console.log(`空间数据密钥：${sentence(spaces)}`)
  } finally {
    for (const step of closing.toReversed()) await step()
  }
}

const sentence = ({ resealed, renewed, untouched }: Rotated) =>
  `重新加密 ${resealed} 个，更换 ${renewed} 个，无需变动 ${untouched} 个`

function optionsOf(args: string[]): Options | null {
  // `--data-keys` alone means now; parseArgs knows no option whose value may be left out.
  const spelled = args.map((arg) => (arg === '--data-keys' ? `--data-keys=${new Date().toISOString()}` : arg))
  const { values } = parseArgs({
    args: spelled,
    options: { 'new-key': { type: 'boolean' }, 'data-keys': { type: 'string' }, help: { type: 'boolean' } },
  })
  const renewBefore = values['data-keys'] === undefined ? null : Date.parse(values['data-keys'])
  if (values.help || Number.isNaN(renewBefore)) return null
  return { newKey: values['new-key'] ?? false, renewBefore }
}

function parsed(): Options | null {
  try {
    return optionsOf(process.argv.slice(2))
  } catch {
    return null
  }
}

const options = parsed()
if (options) {
  await rotate(options).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  })
} else {
  console.error(usage)
  process.exitCode = 2
}
