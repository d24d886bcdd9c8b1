import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { checkOperatorName } from '@moqi/domain/operators/operator-rules'
import { formatDate } from '@moqi/domain/time/format-date'
import { addOperator, disableOperator, listOperators, resetOperator } from '#src/cores/operator/keep-operators.ts'
import { openJournal } from '#src/platform/audit/open-journal.ts'
import { readConfig } from '#src/platform/config.ts'
import { type Database, openDatabase } from '#src/platform/database/database.ts'
import { readDerivationKey } from '#src/platform/keys/derivation-key.ts'
import { openKeyEncryption } from '#src/platform/keys/open-key-encryption.ts'
import { newIds } from '#src/platform/new-ids.ts'
import { openOwner } from './owner-connection.ts'

/** `npm run operator`: who may run the platform over HTTP. Nobody becomes an operator in any other way. */

const usage = `用法：
  npm run operator                     全部运营人员
  npm run operator -- add 名称         新增，并给出只显示一次的启用码（24小时内有效）
  npm run operator -- reset 名称       密码、动态口令与恢复码作废，重新给出启用码
  npm run operator -- disable 名称     停用，随即退出登录；reset 可重新启用`

type Tools = Parameters<typeof addOperator>[0] & { db: Database }

const commands: Readonly<Record<string, (tools: Tools, name: string) => Promise<string>>> = {
  add: async (tools, name) => offered(name, await tools.db.directoryWrite((tx) => addOperator(tools, tx, name))),
  reset: async (tools, name) => offered(name, await tools.db.directoryWrite((tx) => resetOperator(tools, tx, name))),
  async disable(tools, name) {
    const done = await tools.db.directoryWrite((tx) => disableOperator(tools, tx, name))
    if (!done) throw new Error(`没有运营人员 ${name}`)
    return `${name} 已停用`
  },
}

function offered(name: string, code: string | null): string {
  if (code === null) throw new Error(`没有运营人员 ${name}，或该名称已存在。npm run operator 列出全部`)
  return `${name} 的启用码（只显示这一次，24小时内有效）：${code}`
}

async function main(args: string[]): Promise<number> {
  const [command, text = ''] = parseArgs({ args, allowPositionals: true }).positionals
  const run = command === undefined ? list : commands[command]
  const name = checkOperatorName(text)
  if (!run || (command !== undefined && !name.ok)) {
    console.error(run && !name.ok ? name.message : usage)
    return 2
  }
  const config = readConfig(process.env)
  const access = await openOwner(config)
  const db = openDatabase({ ...access.owner, max: 1 })
  try {
    const { keyEncryption, close } = await openKeyEncryption(config)
    const derivationKey = await readDerivationKey(db, keyEncryption, Date.now()).finally(close)
    openJournal({ db, derivationKey })
    const tools = { db, derivationKey, now: Date.now, newId: newIds(), random: randomBytes }
    console.log(await run(tools, name.ok ? name.value : ''))
    return 0
  } finally {
    await db.close()
    await access.close()
  }
}

async function list({ db }: Tools): Promise<string> {
  const operators = await db.directory(listOperators)
  const lines = operators.map(({ name, state, seenAt }) =>
    [name, state, seenAt === null ? '未登录' : `最近登录 ${formatDate(seenAt)}`].join('  '),
  )
  return lines.join('\n') || '没有运营人员。npm run operator -- add 名称'
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
