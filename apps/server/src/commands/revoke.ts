import { revocationReason } from '@moqi/signing/certificates/revocation-list'
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
    const isNew = await revokeCertificate(db, { serial, reason, at: Date.now() })
    console.log(isNew ? `证书 ${serial} 已吊销，一分钟内可在吊销列表与 OCSP 中查到` : `证书 ${serial} 此前已吊销`)
    return 0
  } finally {
    await db.close()
    await access.close()
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
