import { revocationReason } from '@moqi/trust/certificates/revocation-list'
import { certificateHolder, type Holder } from '#src/platform/authority/certificate-holder.ts'
import { revokeCertificate } from '#src/platform/authority/revoke-certificate.ts'
import { readConfig } from '#src/platform/config.ts'
import { openDatabase } from '#src/platform/database/database.ts'
import { openOwner } from './owner-connection.ts'

/** `npm run revoke -- SERIAL REASON`: for the operator, beside the running server, with the same settings. */

const usage =
  '用法：npm run revoke -- 证书序列号 原因\n' +
  '原因：unspecified keyCompromise cACompromise affiliationChanged superseded cessationOfOperation'

async function main([serial = '', word = '']: string[]): Promise<number> {
  const reason = revocationReason(word)
  if (!/^(?:[0-9a-f]{2})+$/i.test(serial) || !reason) {
    console.error(usage)
    return 2
  }
  const access = await openOwner(readConfig(process.env))
  const db = openDatabase({ ...access.owner, max: 1 })
  try {
    const holder = await certificateHolder(db, serial)
    if (!holder) {
      console.error(`没有序列号为 ${serial} 的证书，什么也没有吊销。请核对序列号后重试`)
      return 1
    }
    const isNew = await revokeCertificate(db, { serial, issuer: holder.issuer, reason, at: Date.now() })
    for (const line of told(serial, holder, isNew)) console.log(line)
    return 0
  } finally {
    await db.close()
    await access.close()
  }
}

function told(serial: string, { name, kind, issuer }: Holder, isNew: boolean): string[] {
  const whose = `${name}的证书 ${serial} `
  if (!isNew) return [`${whose}此前已吊销`]
  const listed = issuer !== null
  return [
    listed ? `${whose}已吊销，一分钟内可在吊销列表与 OCSP 中查到` : `${whose}已在本平台停用`,
    ...(kind === 'space'
      ? ['一分钟内签署方改用新证书签署']
      : ['这是平台自己的证书：请重新启动所有服务进程，以换用新证书']),
    ...(listed ? [] : ['这张证书由外部 CA 签发：请同时通知该 CA 吊销，否则他人仍会视其为有效']),
  ]
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
