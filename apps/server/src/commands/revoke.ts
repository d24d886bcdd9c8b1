import { parseArgs } from 'node:util'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { type RevocationCode, revocationReasons } from '@moqi/domain/operators/certificate'
import { type RevocationReason, revocationReason } from '@moqi/trust/certificates/revocation-list'
import { revokeRegistered } from '#src/cores/certificate/revoke-registered.ts'
import { openJournal } from '#src/platform/audit/open-journal.ts'
import { certificateHolder, type Holder } from '#src/platform/authority/certificate-holder.ts'
import { revokeCertificate } from '#src/platform/authority/revoke-certificate.ts'
import { type Config, readConfig } from '#src/platform/config.ts'
import { type Database, openDatabase } from '#src/platform/database/database.ts'
import { readDerivationKey } from '#src/platform/keys/derivation-key.ts'
import { openKeyEncryption } from '#src/platform/keys/open-key-encryption.ts'
import type { Sending } from '#src/platform/messages/queue-message.ts'
import { newIds } from '#src/platform/new-ids.ts'
import { openOwner } from './owner-connection.ts'
import { readArguments } from './read-arguments.ts'

/** `npm run revoke -- SERIAL REASON`: for the operator, beside the running server, with the same settings. */

const usage =
  '用法：npm run revoke -- 证书序列号 原因 [--note 说明]\n' +
  '原因：unspecified keyCompromise cACompromise affiliationChanged superseded cessationOfOperation\n' +
  '说明写入该空间的平台查看记录并告知其管理员（2-200字），没有则写原因'

type Asked = { serial: string; reason: RevocationReason; note: string | undefined }

async function main(asked: Asked | null): Promise<number> {
  const note = asked?.note === undefined ? null : checkReason(asked.note)
  if (!asked || (note && !note.ok)) {
    console.error(note && !note.ok ? note.message : usage)
    return 2
  }
  const config = readConfig(process.env)
  const access = await openOwner(config)
  const db = openDatabase({ ...access.owner, max: 1 })
  try {
    const holder = await certificateHolder(db, asked.serial)
    if (!holder) {
      console.error(`没有序列号为 ${asked.serial} 的证书，什么也没有吊销。请核对序列号后重试`)
      return 1
    }
    const isNew = await revoke(config, db, holder, asked)
    for (const line of told(asked.serial, holder, isNew)) console.log(line)
    return 0
  } finally {
    await db.close()
    await access.close()
  }
}

async function revoke(
  config: Config,
  db: Database,
  holder: Holder,
  { serial, reason: code, note }: Asked,
): Promise<boolean> {
  const label = labelOf(code)
  if (holder.kind === 'platform') {
    const taken = { serial, issuer: holder.issuer, reason: code, at: Date.now(), note: note ?? label, by: '命令行' }
    return db.directoryWrite((tx) => revokeCertificate(tx, taken))
  }
  const sending: Sending = { now: Date.now, sms: { name: config.sms?.carrier ?? 'outbox' } }
  const { keyEncryption, close } = await openKeyEncryption(config)
  const derivationKey = await readDerivationKey(db, keyEncryption, Date.now()).finally(close)
  openJournal({ db, derivationKey })
  const deps = { config, newId: newIds(), derivationKey, ...sending }
  const { certificate } = holder
  const why = { code, label, reason: note ?? label }
  return db.write(certificate.tenant_id, (tx) => revokeRegistered(deps, tx, certificate, why, null))
}

const labels: ReadonlyMap<string, string> = new Map(
  Object.entries(revocationReasons satisfies Record<RevocationCode, string>),
)
const labelOf = (code: RevocationReason): string => labels.get(code) ?? 'CA私钥泄露或疑似泄露'

function told(serial: string, { name, kind, issuer }: Holder, isNew: boolean): string[] {
  const whose = `${name}的证书 ${serial} `
  if (!isNew) return [`${whose}此前已吊销`]
  const listed = issuer !== null
  return [
    listed ? `${whose}已吊销，一分钟内可在吊销列表与 OCSP 中查到` : `${whose}已在本平台停用`,
    ...(kind === 'registered'
      ? ['一分钟内签署方改用新证书签署']
      : ['这是平台自己的证书：请重新启动所有服务进程，以换用新证书']),
    ...(listed ? [] : ['这张证书由外部 CA 签发：请同时通知该 CA 吊销，否则他人仍会视其为有效']),
  ]
}

function parsed(): Asked | null {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { note: { type: 'string' } } })
  const [serial = '', word = ''] = positionals
  const reason = revocationReason(word)
  return reason && /^(?:[0-9a-f]{2})+$/i.test(serial) ? { serial, reason, note: values.note } : null
}

process.exitCode = await main(readArguments(parsed)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
